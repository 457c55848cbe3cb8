//! The words that only hold a sentence together, by language: articles, pronouns, prepositions, the forms of "to be" and
//! what questions begin with. Each list is one text, since most of it is short.

use crate::search::language::Language;

/// The list of `language`; empty where there is none.
pub(super) fn list(language: Language) -> &'static str {
    match language {
        Language::German => GERMAN,
        Language::Hungarian => HUNGARIAN,
        Language::French => FRENCH,
        Language::Spanish => SPANISH,
        Language::Italian => ITALIAN,
        Language::Portuguese => PORTUGUESE,
        Language::Dutch => DUTCH,
        Language::Swedish => SWEDISH,
        Language::Danish | Language::Norwegian => DANISH,
        Language::Russian => RUSSIAN,
        Language::Ukrainian => UKRAINIAN,
        Language::Hebrew => HEBREW,
        Language::Arabic => ARABIC,
        // English has a list of its own, and the others none yet.
        Language::English | Language::Finnish | Language::Romanian | Language::Turkish | Language::Greek => {
            ""
        }
    }
}

/// Whether `word` is in `list`.
pub(super) fn holds(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known == word)
}

/// Pairs of characters that make a question of a sentence, in Chinese and Japanese.
pub(super) const UNSPACED: &str = "什么 什麼 是什 有什 叫什 么是 麼是 哪些 哪个 哪個 哪里 哪裡 哪一 哪种 哪位 是哪 有哪 在哪 多少 少个 怎么 怎麼 \
    怎样 如何 为何 何时 何地 为什 為什 是谁 谁是 几个 幾個 么时 時候 时候 的是 一个 一個 です ます まし した すか いつ どこ だれ なに 何が 何で";

const GERMAN: &str = "aber alle als also am an auch auf aus bei bin bis da damit das dass dein dem den denn der des \
    die dies diese diesem diesen dieser dieses doch du durch ein eine einem einen einer eines er es euch für gab \
    gegen gibt habe haben hat hatte hatten ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jeder \
    kann kein keine können man mein mich mir mit muss nach nicht noch nur ob oder sein seine seinem seinen seiner \
    sich sie sind so soll über um und uns unser unter viel viele vom von vor wann war waren warum was welche welchem \
    welchen welcher welches wem wen wenn wer werden wie wieso wir wird wo wohin worden wurde wurden zu zum zur";

const HUNGARIAN: &str = "a abban ahhoz ahogy aki akik ami amely amelyek amelyet amikor amit arra arról át az azok azon \
    azt be csak de e ebben egy együtt el én és ez ezek ezen ezt fel ha hány hanem hogy hogyan hol hová igen ki kik \
    kell lehet lesz már meg mely melyik melyiket mert mi miatt miért mikor milyen mint mit nagyon ne nem nincs ő \
    ők össze s se sem szerint után vagy vagyok van vannak volt voltak";

const FRENCH: &str = "à ai au aux avec ce ces cette cet ceux comme comment d dans de des du elle elles en entre est et \
    était étaient été être eu eux fut il ils j je l la le les leur leurs lui m ma mais me mes moi mon n ne nos notre \
    nous on ont ou où par pas plus pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa sans se sera \
    ses si son sont sous sur t ta te tes toi ton tu un une vos votre vous y";

const SPANISH: &str = "a al algo como cómo con cual cuál cuáles cuando cuándo cuánto cuántos cuántas de del desde dónde \
    donde e el él ella ellas ellos en entre era eran es esa ese eso esta está estaba están este esto fue fueron ha \
    había han hasta hay la las le les lo los me mi muy no nos o para pero por porque qué que quién quien quiénes se \
    ser si sí sin sobre son su sus también te tiene tu un una uno y ya yo";

const ITALIAN: &str = "a ad agli ai al alla alle anche c che chi ci come con cosa cui da dal dalla dalle dei del della \
    delle dello di dove e è ed era erano essere fu gli ha hanno i il in io l la le lei lo loro lui ma mi mio nei nel \
    nella nelle non o per perché più qual quale quali quando quanti quanto quella quello questa questo se sei si \
    sono su sua sue sul sulla suo suoi ti tra tu un una uno";

const PORTUGUESE: &str = "a à ao aos as às até com como da das de do dos e é ela elas ele eles em entre era eram essa \
    esse esta está este eu foi foram há isso isto já lhe mais mas me meu na não nas no nos o onde os ou para pela \
    pelas pelo pelos por porque qual quais quando quanto quantos que quem se sem ser seu seus só sua suas também te \
    tem um uma você";

const DUTCH: &str = "aan al alle als bij dan dat de deze die dit door een en er geen haar had hebben heeft hem het hij \
    hoe hoeveel hun ik in is je kan kunnen maar me met mijn na naar niet nog nu of om onder ons ook op over te tegen \
    toen tot u uit uw van veel voor waar waarom wanneer was waren wat we welk welke werd werden wie wij worden wordt \
    zal ze zei zich zij zijn zo zou";

const SWEDISH: &str = "alla att av blev bli blir de dem den denna det detta din du där då efter ej eller en ett från för \
    ha hade han har hon honom hur i icke inte jag kan man med mellan men mig min mot mycket när ni nu någon något och \
    om oss på sig sin sina skall som så till under upp ut vad var vara varför varit vem vi vid vilka vilken vilket \
    än är över";

const DANISH: &str = "af alle at av blev blir bliver da de dem den denne der det dette dig din du efter eller en er et for \
    fra ha hadde han har havde hun hva hvad hvem hvilke hvilken hvilket hvor hvordan hvorfor hvornår i ikke ikkje jeg \
    kan man med meg men mig min mot når nå nu og om op opp os oss over på sig sin skal som så til ud under ut var ved vi \
    vil være været";

const RUSSIAN: &str = "а без бы был была были было быть в вам вас ведь во вот все всё вы где да для до его ее её ей ему \
    если есть еще ещё же за и из или им их к как какая какие каким каких какова каково каковы какое какой когда кого \
    кто куда ли между меня мне мы на над не него неё нет ни но о об однако он она они оно от по под почему при про с \
    сколько со так также там то тогда того тоже той только том ты у уже чего чем через что чтобы эта эти это этого \
    этой этом этот я является являются";

const UKRAINIAN: &str = "а або але б без би був була були було бути в вам вас ви від він вона вони воно все всі де для до є \
    ж з за зі і із її їй їм їх її й його йому коли ким кого кому куди між мене мені ми на над не неї ні о об один от по \
    під при про с свій себе скільки так також там те ти тим то тобто того той тому у хто це цей ця ці цього чи чого \
    чому чим через що щоб я як яка яке який яким яких які якого якої якщо";

const HEBREW: &str = "של את על עם הוא היא הם הן אני אתה אנחנו זה זו זאת אלה אלו לא כן גם אך אבל או אם כי מה מי איך איפה \
    היכן מתי למה מדוע כמה איזה איזו אילו האם היה היתה הייתה היו יש אין כל רק בין אל מן עד לפי אשר אחרי לפני מהו מהי \
    מיהו מיהי כיצד";

const ARABIC: &str = "في من على إلى الى عن مع هذا هذه ذلك تلك التي الذي الذين ما ماذا متى أين كيف لماذا كم هل أي أو و ثم \
    أن إن ان لا لم لن قد كان كانت كانوا يكون هو هي هم كل بعد قبل بين عند حتى إذا اذا لكن غير من الذى";
