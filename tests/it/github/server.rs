//! The line: axum on a port of this machine, every request handed to the front.

use std::net::TcpListener;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::HeaderName;
use axum::response::Response;

use super::front::{Front, Incoming, Outgoing};
use super::line::{HALF, Lines};

/// The largest request.
const LARGEST: usize = 256 << 20;

/// Serves until the process ends.
pub fn serve(listener: TcpListener, front: Arc<Front>) {
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async move {
            listener.set_nonblocking(true).expect("a listener that does not block");
            let listener = tokio::net::TcpListener::from_std(listener).expect("a listener");
            let router = Router::new().fallback(move |request: Request| {
                let front = Arc::clone(&front);
                async move { handle(&front, request).await }
            });
            axum::serve(Lines(listener), router).await.expect("serving");
        });
    });
}

async fn handle(front: &Arc<Front>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    // Whoever goes away while sending gets no answer.
    let Ok(body) = to_bytes(body, LARGEST).await else { cut() };
    let headers = head.headers.iter().map(|(name, value)| {
        (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned())
    });
    let incoming = Incoming {
        method: head.method.to_string(),
        target: head.uri.path_and_query().map_or("/", |target| target.as_str()).to_owned(),
        headers: headers.collect(),
        body: body.to_vec(),
    };
    let front = Arc::clone(front);
    // git is waited for, which would hold up the line.
    let outgoing = tokio::task::spawn_blocking(move || front.answer(&incoming)).await;
    let Ok(Outgoing::Answer { status, headers, body, half }) = outgoing else { cut() };
    let mut response = Response::builder().status(status);
    for (name, value) in headers {
        if let Ok(name) = HeaderName::try_from(name) {
            response = response.header(name, value);
        }
    }
    if half {
        response = response.header(HALF, "1");
    }
    response.body(Body::from(body)).expect("a response")
}

/// Ends the task of the connection, which closes it without an answer.
fn cut() -> ! {
    std::panic::resume_unwind(Box::new("the line is cut"))
}
