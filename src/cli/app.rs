//! The composition root: with what lies in its folder the only place that builds adapters. Each is built when a command first asks for it.

#![expect(clippy::disallowed_methods, reason = "the composition root reads what the process was given")]

mod agents;
mod deliveries;
mod settings;

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::io::{IsTerminal as _, Read as _};
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use super::arguments::Global;
use super::failure::Failure;
use super::progress::{Loudness, Progress};
use crate::agent::model::RemoteModel;
use crate::agent::{KeptPrefixes, Limits, ModelExpander, ModelPrefixWriter, ModelSummariser, Pen};
use crate::caller::Caller;
use crate::config::{Agent, Budget, Config, ForgeRole, SERVER_FILE, ServerConfig, TokensConfig};
use crate::embed::{Chosen, Shelf};
use crate::forge::github::MachineTime;
use crate::forge::{Choice, GitHub, Secret, choose};
use crate::ops::estimate::Asked;
use crate::ops::named::{Here, Named};
use crate::ops::{Workspace, WorkspaceError};
use crate::path::RepoPath;
use crate::port::{
    Cache, Clock, Event, Events, Expander, Files, ForgeSettings, GitError, GitRead, Index, IndexStore,
    KeptAnswers, KeptVectors, Machine, Model, PrefixWriter, Prefixes, ServerSite as _, SignerError,
    Summariser,
};
use crate::search::facet::PENDING_PREFIX;
use crate::store::answers::AnswerFolder;
use crate::store::cache::CacheFolder;
use crate::store::clock::SystemClock;
use crate::store::examine;
use crate::store::files::{Handed, Nowhere, Stage, Tree};
use crate::store::git::{Elsewhere, Reader, Repository, Site};
use crate::store::index::{IndexFolder, WarmIndex};
pub(super) use crate::store::keys::{KeyFile, KeyRole};
use crate::store::lock::{PATIENCE, WriterLock};
use crate::store::random;
use crate::store::registry::OciRegistry;
use crate::store::remote::{RemoteRepository, remote_url};
use crate::store::tokens;
use crate::store::vectors::VectorFolder;
use crate::summary::Extract;
use crate::vault::Layout;

/// How many seconds a model has for an answer that nobody waits for, all attempts together.
const WORK: u64 = 180;

/// How many seconds a model has for an answer that a person waits for.
const PERSON: u64 = 5;

/// The resolved global options, and every adapter that a command may ask for.
pub(super) struct App {
    directory: PathBuf,
    progress: Progress,
    place: OnceCell<Place>,
    chosen: OnceCell<Chosen>,
    cache: OnceCell<Option<CacheFolder>>,
    index: OnceCell<Option<IndexFolder>>,
    answers: OnceCell<Option<AnswerFolder>>,
    prefixes: OnceCell<Option<Box<dyn Prefixes>>>,
    /// The models of other settings than those of `kb.toml`, for a comparison.
    others: OnceCell<Chosen>,
    /// The forge, as each role that asked; a token serves for all that one run does.
    forges: RefCell<BTreeMap<ForgeRole, Rc<GitHub>>>,
}

/// Where the command works: a repository's working tree, or a plain folder.
struct Place {
    git: Option<(Repository, Reader)>,
    tree: Option<Tree>,
}

/// The repository of a server.
pub(super) struct Served {
    repository: Repository,
    /// Where a dry run keeps it, gone with this.
    _elsewhere: Option<Elsewhere>,
}

impl Served {
    /// What the server keeps beside refs and objects.
    pub fn site(&self) -> Site {
        self.repository.site()
    }
}

impl App {
    /// Resolves the global options.
    pub fn new(global: &Global) -> Result<App, Failure> {
        let here = std::env::current_dir()
            .map_err(|error| Failure::environment(format!("reading the current folder: {error}")))?;
        let directory = match &global.directory {
            Some(directory) => here.join(directory),
            None => here,
        };
        if !directory.is_dir() {
            return Err(Failure::environment(format!("{} is not a folder", directory.display()))
                .hint("`-C DIR` takes a folder that exists"));
        }
        let loudness = match (global.quiet, global.verbose) {
            (0, 0) => Loudness::Normal,
            (0, _) => Loudness::Verbose,
            (1, _) => Loudness::Quiet,
            _ => Loudness::Silent,
        };
        Ok(App {
            directory,
            progress: Progress::new(loudness),
            place: OnceCell::new(),
            chosen: OnceCell::new(),
            cache: OnceCell::new(),
            index: OnceCell::new(),
            answers: OnceCell::new(),
            prefixes: OnceCell::new(),
            others: OnceCell::new(),
            forges: RefCell::default(),
        })
    }

    /// An app for `directory`, for a command that types others.
    pub fn at(directory: PathBuf) -> App {
        App {
            directory,
            progress: Progress::new(Loudness::Normal),
            place: OnceCell::new(),
            chosen: OnceCell::new(),
            cache: OnceCell::new(),
            index: OnceCell::new(),
            answers: OnceCell::new(),
            prefixes: OnceCell::new(),
            others: OnceCell::new(),
            forges: RefCell::default(),
        }
    }

    /// The file or folder of the repository that `typed` names, seen from the folder that the command works in.
    pub fn repo_path(&self, typed: &str) -> Result<RepoPath, Failure> {
        let outside = || {
            Failure::usage(format!("`{typed}` is not in {}", self.directory.display()))
                .hint("paths are those of files in this repository, such as knowledge/index.md")
        };
        let root = self.tree()?.root();
        let here = self.directory.canonicalize().unwrap_or_else(|_| self.directory.clone());
        let typed_path = Path::new(typed);
        let below = match typed_path.strip_prefix(root) {
            Ok(inside) => return Ok(RepoPath::new(inside.to_str().ok_or_else(outside)?)?),
            Err(_) if typed_path.is_absolute() => return Err(outside()),
            Err(_) => here.strip_prefix(root).map_err(|_| outside())?.to_str().ok_or_else(outside)?,
        };
        let base = if below.is_empty() { None } else { Some(RepoPath::new(below)?) };
        RepoPath::resolve(base.as_ref(), typed).map_err(|_| outside())
    }

    /// What a person means by `typed`, seen from the folder that the command works in.
    pub fn named(&self, typed: &str) -> Named {
        let real = |path: &Path| path.canonicalize().ok();
        let is_root = || {
            let root = self.tree().ok().and_then(|tree| real(tree.root()));
            root.is_some() && real(&self.directory.join(typed)) == root
        };
        let here = match self.repo_path(typed) {
            Ok(path) => Here::Inside(path),
            Err(_) if is_root() => Here::Root,
            Err(_) => Here::Outside,
        };
        Named { typed: typed.to_owned(), here }
    }

    /// The folder that the command works in: absolute, `-C` applied.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Where operations tell what they do.
    pub fn events(&self) -> &dyn Events {
        &self.progress
    }

    /// The time.
    pub fn clock(&self) -> &dyn Clock {
        &SystemClock
    }

    /// The files of the working tree; in a plain folder, of that folder.
    pub fn tree(&self) -> Result<&Tree, Failure> {
        self.place()?.tree.as_ref().ok_or_else(|| {
            Failure::environment(format!("{} is a bare repository", self.directory.display()))
                .hint("kb needs working files: `git worktree add ../kb main` makes some")
        })
    }

    /// What a person hands over, wherever it lies.
    pub fn sources(&self) -> Result<Handed, Failure> {
        Ok(Handed::new(&self.directory, self.tree()?.root()))
    }

    /// The empty folder `typed`, made where there is none, for a bundle of what lies in the folders of `layout`.
    pub fn empty_folder(&self, typed: &Path, layout: &Layout) -> Result<Tree, Failure> {
        let folder = self.directory.join(typed);
        let shown = typed.display();
        // The nearest part of it that exists says where it lies, links resolved; the rest is still to be made.
        let real = folder.ancestors().find_map(|part| Some((part.canonicalize().ok()?, part)));
        let (mut place, existing) = real.unwrap_or((folder.clone(), &folder));
        for part in folder.strip_prefix(existing).unwrap_or(Path::new("")).components() {
            match part {
                Component::ParentDir => drop(place.pop()),
                part => place.push(part),
            }
        }
        let root = self.tree()?.root();
        let own = [layout.knowledge.as_ref().map_or(root.to_owned(), |folder| root.join(folder.as_str()))];
        let others = [root.join(layout.evidence.as_str()), root.join(".git"), root.join(".kb")];
        if own.iter().chain(&others).any(|own| place.starts_with(own)) {
            return Err(Failure::usage(format!("{shown} is part of this knowledge base"))
                .hint("name a folder outside of knowledge and evidence"));
        }
        std::fs::create_dir_all(&place)
            .map_err(|error| Failure::environment(format!("making the folder {shown}: {error}")))?;
        let mut entries = std::fs::read_dir(&place)
            .map_err(|error| Failure::environment(format!("reading the folder {shown}: {error}")))?;
        if entries.next().is_some() {
            return Err(Failure::usage(format!("{shown} is not empty, and nothing is overwritten"))
                .hint("name a new folder"));
        }
        Ok(Tree::open(&place)?)
    }

    /// The repository; a failure in a plain folder.
    pub fn repository(&self) -> Result<&Repository, Failure> {
        match &self.place()?.git {
            Some((repository, _)) => Ok(repository),
            None => Err(GitError::NotARepository(self.directory.display().to_string()).into()),
        }
    }

    /// What operations work on.
    pub fn workspace(&self) -> Result<Workspace<'_>, Failure> {
        self.tree()?;
        self.snapshot_workspace()
    }

    /// What operations work on, or why its configuration cannot be read.
    pub fn try_workspace(&self) -> Result<Result<Workspace<'_>, WorkspaceError>, Failure> {
        self.tree()?;
        self.open_workspace()
    }

    /// What operations work on that read commits; a bare repository will do.
    pub fn snapshot_workspace(&self) -> Result<Workspace<'_>, Failure> {
        Ok(self.open_workspace()??)
    }

    /// What operations work on by the settings of the file `typed` instead of those of `kb.toml`; one such a run.
    pub fn workspace_by(&self, typed: &str) -> Result<Workspace<'_>, Failure> {
        let file = self.directory.join(typed);
        let text = std::fs::read_to_string(&file)
            .map_err(|error| Failure::usage(format!("reading the settings in {typed}: {error}")))?;
        let config = Config::parse(&text).map_err(|error| {
            Failure::usage(format!("{typed}, line {}: {}", error.line, error.message))
                .hint("it is written as kb.toml is: schemas/kb.toml.json lists every key")
        })?;
        let workspace = self.workspace()?;
        let chosen = self.others.get_or_init(|| self.choose(&config));
        Ok(Workspace { config, ..workspace }.with_models(chosen.models()))
    }

    fn open_workspace(&self) -> Result<Result<Workspace<'_>, WorkspaceError>, Failure> {
        let place = self.place()?;
        let git = place.git.as_ref().map(|(_, reader)| reader as &dyn GitRead);
        let files = place.tree.as_ref().map_or(&Nowhere as &dyn Files, |tree| tree as &dyn Files);
        let opened = Workspace::open(files, git, self.clock(), self.events());
        Ok(opened.map(|workspace| {
            let chosen = self.chosen.get_or_init(|| self.choose(&workspace.config));
            let cache = self.cache.get_or_init(|| self.cache().ok().flatten()).as_ref();
            let index = self.index.get_or_init(|| self.index().ok()).as_ref();
            let prefixes = self.prefixes.get_or_init(|| self.kept_prefixes(&workspace.config)).as_deref();
            workspace
                .with_models(chosen.models())
                .with_prefixes(prefixes)
                .with_cache(cache.map(|cache| cache as &dyn Cache))
                .with_index(index.map(|index| index as &dyn IndexStore))
        }))
    }

    fn choose(&self, config: &Config) -> Chosen {
        // A benchmark reuses what another base has embedded.
        let shared = variable("KB_VECTORS").map(VectorFolder::at);
        let own = || match self.place().ok()? {
            Place { tree: Some(tree), .. } => Some(VectorFolder::of_tree(tree.root())),
            Place { git, .. } => Some(VectorFolder::at(git.as_ref()?.0.state_folder().join("vectors"))),
        };
        let kept = shared.or_else(own).map(|kept| Box::new(kept) as Box<dyn KeptVectors>);
        Chosen::of(config, &self.shelf(), &|name| std::env::var(name).ok(), kept)
    }

    /// The models on this machine.
    pub fn shelf(&self) -> Shelf {
        let data = || variable("XDG_DATA_HOME").filter(|folder| folder.is_absolute());
        let home = || Some(variable("HOME")?.join(".local/share"));
        let folder = variable("KB_MODELS")
            .or_else(|| Some(data().or_else(home)?.join("kb/models")))
            .unwrap_or_else(|| self.directory.join(".kb/models"));
        let hub = std::env::var("HF_ENDPOINT").ok().filter(|hub| !hub.is_empty());
        Shelf::new(folder, hub.unwrap_or_else(|| "https://huggingface.co".to_owned()))
    }

    /// Warns of models that `kb.toml` names and that cannot be used.
    pub fn warn_of_models(&self) {
        for reason in self.chosen.get().map(Chosen::left_out).unwrap_or_default() {
            self.events().emit(Event::Warn(reason.clone()));
        }
    }

    /// The index: below `.kb` of the working tree, in a bare repository among git's own files.
    pub fn index(&self) -> Result<IndexFolder, Failure> {
        match self.place()? {
            Place { tree: Some(tree), .. } => Ok(IndexFolder::new(&tree.root().join(".kb"))),
            Place { git: Some((repository, _)), .. } => Ok(IndexFolder::new(&repository.state_folder())),
            Place { git: None, tree: None } => self.tree().map(|tree| IndexFolder::new(tree.root())),
        }
    }

    /// The index, to stay open for as long as this thread asks.
    pub fn warm_index(&self) -> Result<WarmIndex, Failure> {
        Ok(WarmIndex::new(self.index()?))
    }

    /// What is kept between two runs to save work; nothing in a plain folder of somebody without a home.
    pub fn cache(&self) -> Result<Option<CacheFolder>, Failure> {
        let user = variable("XDG_CACHE_HOME").or_else(|| Some(variable("HOME")?.join(".cache")));
        Ok(CacheFolder::of_tree(self.tree()?.root(), user.filter(|user| user.is_absolute()).as_deref()))
    }

    /// Whether a person can be asked: what is typed comes from a terminal.
    pub fn is_interactive(&self) -> bool {
        std::io::stdin().is_terminal()
    }

    /// The folder whose `.kb/keys` holds this machine's keys: linked working trees share those of the main one.
    pub fn key_root(&self) -> Result<PathBuf, Failure> {
        let place = self.place()?;
        let main = place.git.as_ref().and_then(|(repository, _)| repository.main_root());
        match main {
            Some(main) => Ok(main),
            None => Ok(self.tree()?.root().to_owned()),
        }
    }

    /// The key of `role` on this machine.
    pub fn key(&self, role: KeyRole) -> Result<KeyFile, Failure> {
        Ok(KeyFile::read(&self.key_root()?, role)?)
    }

    /// The key of `role` on this machine, made where there is none and `is_wanted`; `None` where there is none.
    pub fn key_or_make(&self, role: KeyRole, is_wanted: bool) -> Result<Option<KeyFile>, Failure> {
        let root = self.key_root()?;
        match KeyFile::read(&root, role) {
            Ok(key) => Ok(Some(key)),
            Err(SignerError::NoKey { .. }) if is_wanted => Ok(Some(KeyFile::make(&root, role)?)),
            Err(SignerError::NoKey { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// What `kb doctor` is told of this machine; with `is_probed` models are asked.
    pub fn machine(&self, is_probed: bool) -> Result<Machine, Failure> {
        let place = self.place()?;
        let repository = place.git.as_ref().map(|(repository, _)| repository);
        let mut machine = examine::machine(self.tree()?.root(), &self.key_root()?, repository);
        if let Ok(workspace) = self.try_workspace()? {
            let models = workspace.config.models.keys();
            let models = models.filter_map(|name| self.model(&workspace.config, name));
            machine.models = models.map(|model| model.condition(is_probed)).collect();
            let told = |failure: Failure| failure.message().to_owned();
            machine.agents = vec![
                self.proposer(&workspace.config).map(|proposer| proposer.name()).map_err(told),
                self.reviewer(&workspace.config).map(|reviewer| reviewer.name()).map_err(told),
            ];
        }
        let stamped = |index: Box<dyn Index>| (index.stamp().notes, index.stamp().commit.clone());
        let index = self.index()?.open(&Caller::owner()).map(|index| index.map(stamped));
        machine.prefixes = self.pending_prefixes();
        machine.index = index.map_err(|error| error.to_string()).transpose();
        Ok(machine)
    }

    /// Who writes prefixes, how many pieces of the index wait for one, and how many there are.
    fn pending_prefixes(&self) -> Option<(String, u64, u64)> {
        let engine = self.try_workspace().ok()?.ok()?.prefixes?.id().to_owned();
        let index = self.index().ok()?.open(&Caller::owner()).ok()??;
        // An index by other prefixes is made anew, and nothing of it counts.
        let is_by = index.stamp().settings.ends_with(&engine);
        let view = index.view(&Caller::owner()).ok()?;
        let pending = if is_by { view.faceted(PENDING_PREFIX).ok()?.len() as u64 } else { view.documents() };
        Some((engine, pending, view.documents()))
    }

    /// Removes the temporary folders of dead processes; says how many.
    pub fn remove_left_over(&self) -> Result<usize, Failure> {
        Ok(Stage::remove_left_over(self.tree()?.root()))
    }

    /// The language model that `kb.toml` calls `name`. Nothing is asked of it yet.
    pub fn model(&self, config: &Config, name: &str) -> Option<RemoteModel> {
        let settings = config.models.get(name)?.clone();
        Some(RemoteModel::new(name, settings, &|variable| std::env::var(variable).ok()))
    }

    /// Who has a role, and what is known of its model; no key is needed.
    pub fn asked<'c>(&self, config: &Config, agent: &'c Agent) -> Asked<'c> {
        let facts = match agent {
            Agent::Named(name) => self.model(config, name).map(|model| model.facts().clone()),
            Agent::Command(_) => None,
        };
        Asked { agent, facts }
    }

    /// The forge of this repository, asked as `role`; `None` where proposals live in git alone. Nothing is asked of it yet.
    pub fn forge(&self, config: &Config, role: ForgeRole) -> Result<Option<Rc<GitHub>>, Failure> {
        if let Some(known) = self.forges.borrow().get(&role) {
            return Ok(Some(Rc::clone(known)));
        }
        let environment = |name: &str| std::env::var(name).ok();
        let url = remote_url(&self.directory, &config.forge.remote)?;
        let choice = choose(&config.forge, url.as_deref(), &environment)
            .map_err(|message| Failure::usage(format!("kb.toml, [forge]: {message}")))?;
        let Choice::GitHub(site) = choice else { return Ok(None) };
        let forge = Rc::new(GitHub::new(site, role, &config.forge, &environment, Box::new(MachineTime)));
        self.forges.borrow_mut().insert(role, Rc::clone(&forge));
        Ok(Some(forge))
    }

    /// What the app of `role` must be able to do on the forge, and no more: permission and level.
    pub fn role_needs(&self, role: ForgeRole) -> &'static [(&'static str, &'static str)] {
        GitHub::needs(role)
    }

    /// A repository of a registry, as whoever the environment names.
    pub fn registry(&self, place: &str) -> Result<OciRegistry, Failure> {
        let environment = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
        let password = environment("KB_REGISTRY_TOKEN").and_then(|token| Secret::new(&token));
        let user = environment("KB_REGISTRY_USER").unwrap_or_else(|| "kb".to_owned());
        Ok(OciRegistry::new(place, &user, password)?)
    }

    /// The settings of this repository on its forge, asked by whoever holds a token; else by the first role that has its key.
    pub fn forge_settings(&self, config: &Config) -> Result<Rc<dyn ForgeSettings>, Failure> {
        let environment = |name: &str| std::env::var(name).ok();
        let url = remote_url(&self.directory, &config.forge.remote)?;
        let choice = choose(&config.forge, url.as_deref(), &environment)
            .map_err(|message| Failure::usage(format!("kb.toml, [forge]: {message}")))?;
        let Choice::GitHub(site) = choice else {
            return Err(Failure::usage("this repository is not on GitHub: proposals live in git alone")
                .hint("`[forge]` of kb.toml names a forge, unless the remote's address does"));
        };
        let own = config.forge.token_env.as_deref();
        let mut variables = ["KB_ADMIN_TOKEN"].into_iter().chain(own).chain(["GH_TOKEN", "GITHUB_TOKEN"]);
        if let Some(variable) =
            variables.find(|name| environment(name).is_some_and(|value| !value.trim().is_empty()))
        {
            let time = Box::new(MachineTime);
            return Ok(Rc::new(GitHub::by_token(site, variable, &config.forge, &environment, time)));
        }
        for role in ForgeRole::ALL {
            if let Some(forge) = self.forge(config, role)?.filter(|forge| forge.has_credential()) {
                return Ok(forge);
            }
        }
        Err(Failure::usage("there is no credential to look at the settings with")
            .hint("set KB_ADMIN_TOKEN or GH_TOKEN to a token, or the key of an app that kb.toml names"))
    }

    /// The repository that the remote of `[forge]` names, to fetch from and push to as `role`; `None` where there is no such
    /// remote. Where the role has no credential of its own, git finds that of the user.
    pub fn remote(&self, config: &Config, role: ForgeRole) -> Result<Option<RemoteRepository>, Failure> {
        let folder = self.directory.clone();
        if let Some(forge) = self.forge(config, role)?.filter(|forge| forge.has_credential()) {
            let url = forge.git_url();
            let tokens = Box::new(move || forge.git_token());
            return Ok(Some(RemoteRepository::new(folder, url, Some(tokens))));
        }
        let url = remote_url(&self.directory, &config.forge.remote)?;
        Ok(url.map(|url| RemoteRepository::new(folder, url, None)))
    }

    /// Who sums up folders, as `kb.toml` says. A model whose key is missing is one that is away: it is stood in for.
    pub fn summariser(&self, config: &Config) -> Result<Box<dyn Summariser + '_>, Failure> {
        match self.model(config, &config.roles.summariser) {
            None => Ok(Box::new(Extract)),
            Some(model) => {
                let pen = self.pen(config, model, Duration::from_secs(WORK));
                Ok(Box::new(ModelSummariser::new(pen, config.redact.clone())))
            }
        }
    }

    /// Who finds other words for a question, where `kb.toml` names a model.
    pub fn expander(&self, config: &Config) -> Option<Box<dyn Expander + '_>> {
        let model = self.model(config, &config.roles.expander)?;
        Some(Box::new(ModelExpander::new(self.pen(config, model, Duration::from_secs(PERSON)))))
    }

    /// The prefixes of chunks that the model which `kb.toml` names wrote before.
    fn kept_prefixes(&self, config: &Config) -> Option<Box<dyn Prefixes>> {
        let model = self.model(config, config.prefixes()?)?;
        let kept = Box::new(self.answers()?.clone());
        Some(Box::new(KeptPrefixes::new(kept, model.facts().clone(), config.redact.clone())))
    }

    /// Who writes prefixes of chunks, where `kb.toml` names a model.
    pub fn prefix_writer(&self, config: &Config) -> Option<Box<dyn PrefixWriter + '_>> {
        let model = self.model(config, config.prefixes()?)?;
        let pen = self.pen(config, model, Duration::from_secs(WORK));
        Some(Box::new(ModelPrefixWriter::new(pen, config.redact.clone())))
    }

    /// Where the answers of models are kept.
    fn answers(&self) -> Option<&AnswerFolder> {
        let answers = self.answers.get_or_init(|| match self.place().ok()? {
            Place { tree: Some(tree), .. } => Some(AnswerFolder::of_tree(tree.root())),
            Place { git, .. } => Some(AnswerFolder::at(git.as_ref()?.0.state_folder().join("answers"))),
        });
        answers.as_ref()
    }

    /// What writes short texts with `model`, an answer within `patience`.
    fn pen(&self, config: &Config, model: RemoteModel, patience: Duration) -> Pen<'_> {
        let kept = self.answers().map(|answers| answers as &dyn KeptAnswers);
        Pen::new(Box::new(model), kept, &SystemClock, random::bytes, limits(config), patience)
    }

    /// Makes a repository in the folder unless it lies in one; says whether one was, or would be, made.
    pub fn make_repository(&self, dry_run: bool) -> Result<bool, Failure> {
        match Repository::open(&self.directory) {
            Err(GitError::NotARepository(_)) if dry_run => Ok(true),
            Err(GitError::NotARepository(_)) => Ok(Repository::init(&self.directory).map(|_| true)?),
            opened => Ok(opened.map(|_| false)?),
        }
    }

    /// The bare repository in the folder `typed`, and whether it is new: made there unless it is there, and filled from the
    /// repository `from`. A dry run makes it elsewhere, for as long as it looks.
    pub fn server(
        &self,
        typed: &Path,
        from: Option<&Path>,
        branch: Option<&str>,
        dry_run: bool,
    ) -> Result<(Served, bool), Failure> {
        let folder = self.directory.join(typed);
        let shown = typed.display();
        match Repository::open_here(&folder) {
            Ok(_) if from.is_some() => {
                return Err(Failure::usage(format!(
                    "{shown} is a repository already; nothing is copied over it"
                ))
                .hint("push to it, or name a new folder"));
            }
            Ok(repository) => return Ok((Served { repository, _elsewhere: None }, false)),
            Err(GitError::NotARepository(_)) => {}
            Err(error) => return Err(error.into()),
        }
        let is_taken = std::fs::read_dir(&folder).is_ok_and(|mut entries| entries.next().is_some());
        if is_taken {
            return Err(Failure::usage(format!("{shown} is neither empty nor a repository"))
                .hint("name a new folder, or the folder of a bare repository"));
        }
        let source = from.map(|from| self.source_of(from)).transpose()?;
        let head = match (branch, &source) {
            (Some(branch), _) => branch.to_owned(),
            (None, Some((_, branch))) => branch.clone(),
            (None, None) => "main".to_owned(),
        };
        if dry_run {
            let (repository, elsewhere) = Repository::init_elsewhere(&head)?;
            return Ok((Served { repository, _elsewhere: Some(elsewhere) }, true));
        }
        let repository = Repository::init_bare(&folder, &head)?;
        if let Some((source, _)) = &source {
            repository.copy_from(source)?;
        }
        Ok((Served { repository, _elsewhere: None }, true))
    }

    /// The folder of the repository `from`, and the branch that its gate moves.
    fn source_of(&self, from: &Path) -> Result<(PathBuf, String), Failure> {
        let folder = self.directory.join(from);
        if !folder.is_dir() {
            return Err(Failure::usage(format!("{} is not a folder of this machine", from.display()))
                .hint("`git clone --bare URL DIR` fetches it; then `kb server init DIR`"));
        }
        let repository = Repository::open(&folder)?;
        let reader = repository.reader();
        let head = reader.head_branch()?;
        let branch = match reader.reference(&head)? {
            Some(commit) => {
                let file = RepoPath::new(crate::config::FILE_NAME)?;
                let text = reader.file(&commit, &file)?.unwrap_or_default();
                Config::parse(&String::from_utf8_lossy(&text)).map(|config| config.gate.branch).ok()
            }
            None => None,
        };
        let head = head.strip_prefix("refs/heads/").unwrap_or(&head).to_owned();
        let is_there =
            |branch: &String| matches!(reader.reference(&format!("refs/heads/{branch}")), Ok(Some(_)));
        Ok((repository.folder().to_owned(), branch.filter(is_there).unwrap_or(head)))
    }

    /// Who has which role on this server.
    pub fn server_config(&self) -> Result<ServerConfig, Failure> {
        let place = format!("kb/{SERVER_FILE}");
        let bytes = self.repository()?.site().read(&place)?.ok_or_else(|| {
            Failure::environment(format!("this repository has no {place}, so nobody may push"))
                .hint("whoever runs the server: `kb server init DIR` writes it")
        })?;
        Ok(ServerConfig::parse(&bytes)?)
    }

    /// Those who may connect over HTTP, from the file `typed`, which lies outside of the repository.
    pub fn tokens(&self, typed: &Path) -> Result<TokensConfig, Failure> {
        let root = self.tree().ok().map(Tree::root);
        Ok(TokensConfig::parse(&tokens::read(&self.directory.join(typed), root)?)?)
    }

    /// Makes the objects of a push readable that git has not taken yet.
    pub fn see_pushed(&self) -> Result<(), Failure> {
        match variable("GIT_QUARANTINE_PATH").or_else(|| variable("GIT_OBJECT_DIRECTORY")) {
            Some(folder) => Ok(self.repository()?.see_pushed(&folder)?),
            None => Ok(()),
        }
    }

    /// What the environment says.
    pub fn variable(&self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }

    /// All of standard input.
    pub fn standard_input(&self) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        std::io::stdin()
            .read_to_end(&mut bytes)
            .map_err(|error| Failure::environment(format!("reading standard input: {error}")))?;
        Ok(bytes)
    }

    /// The path of this program.
    pub fn own_program(&self) -> Result<String, Failure> {
        let path = std::env::current_exe()
            .map_err(|error| Failure::environment(format!("looking for this program's own path: {error}")))?;
        path.to_str().map(str::to_owned).ok_or_else(|| {
            Failure::environment(format!("the path of this program is not UTF-8: {}", path.display()))
                .hint("`--kb kb` looks for it where the server looks for programs")
        })
    }

    /// The lock that writers of this repository share; waits for another kb to finish. `purpose` is what the other is
    /// told, such as `kb merge`.
    pub fn lock(&self, purpose: &str) -> Result<WriterLock, Failure> {
        let place = self.place()?;
        let folder = match &place.git {
            Some((repository, _)) => repository.state_folder(),
            None => self.tree()?.root().join(".kb"),
        };
        Ok(WriterLock::take(&folder, purpose, PATIENCE)?)
    }

    fn place(&self) -> Result<&Place, Failure> {
        if let Some(place) = self.place.get() {
            return Ok(place);
        }
        let git = match Repository::open(&self.directory) {
            Ok(repository) => Some((repository.clone(), repository.reader())),
            Err(GitError::NotARepository(_)) => None,
            Err(error) => return Err(error.into()),
        };
        let root = git.as_ref().map_or(Some(self.directory.as_path()), |(repository, _)| repository.root());
        let tree = root.map(Tree::open).transpose()?;
        Ok(self.place.get_or_init(|| Place { git, tree }))
    }
}

/// The path in an environment variable, if it holds one.
fn variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// What one run of an agent may cost, as `kb.toml` says.
fn limits(config: &Config) -> Limits {
    let Budget { tokens, money, seconds, .. } = config.budget;
    Limits { tokens, money, seconds, ..Limits::default() }
}
