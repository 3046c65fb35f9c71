//! What the server answers over HTTP, and its description.

mod description;

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{DefaultBodyLimit, Path, Query, State, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router, middleware};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use spinney_engine::Stop;
use utoipa::IntoParams;

use crate::app::{App, GameHandle};
use crate::client::{Client, Wish};
use crate::guard;
use crate::message::{Answer, Command};
use crate::offer::{Conversion, Listed, NewGame, Rules, write_record};
use crate::page;
use crate::refusal::Refusal;
use crate::settings::LONGEST_MESSAGE;
use crate::slots::Work;
use crate::socket;
use crate::table::Snapshot;
use crate::tree::NodeId;

/// Games in a list.
const LISTED: usize = 30;

/// Every way into the server.
pub(crate) fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/", get(|headers: HeaderMap| async move { page::start(&headers) }))
        .route("/g/{id}", get(|headers: HeaderMap| async move { page::start(&headers) }))
        .route("/page/spinney.wasm", get(engine))
        .route("/page/{*path}", get(page_file))
        .route("/healthz", get(healthz))
        .route("/metrics", get(metrics))
        .route("/api/openapi.json", get(openapi))
        .route("/api/rules", get(rules))
        .route("/api/games", get(list).post(begin))
        .route("/api/games/{id}", get(show).post(command).delete(throw_away))
        .route("/api/games/{id}/record", get(record))
        .route("/api/games/{id}/picture.svg", get(picture))
        .route("/api/games/{id}/position", get(position_file))
        .route("/api/games/{id}/socket", get(socket))
        .route("/api/convert", post(convert))
        // Whoever guards the door has read the body, and no more of it than there may be.
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard::guard))
        .with_state(app)
}

async fn page_file(Path(path): Path<String>, headers: HeaderMap) -> Response {
    page::file(&path, &headers)
}

/// The engine, for pages that run it themselves.
async fn engine(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
) -> Result<Response, Refusal> {
    let Some(file) = app.settings.engine.clone() else {
        return Ok(StatusCode::NOT_FOUND.into_response());
    };
    let bytes = app.work(client, Work::Game, move |_| Ok(std::fs::read(file)?)).await?;
    let kind = (header::CONTENT_TYPE, "application/wasm");
    Ok(([kind, (header::CACHE_CONTROL, "no-cache")], bytes).into_response())
}

async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], description::TEXT.as_str())
}

/// Whether the server is there
#[utoipa::path(get, path = "/healthz", responses((status = 200, body = String)))]
async fn healthz() -> &'static str {
    "ok\n"
}

/// Counts of what goes on, as Prometheus reads them
#[utoipa::path(get, path = "/metrics", responses((status = 200, body = String)))]
async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    let counts = &app.counts;
    let rows = [
        ("requests_total", "counter", "HTTP requests", counts.requests.load(Relaxed)),
        ("refused_total", "counter", "Requests and messages refused", counts.refused.load(Relaxed)),
        ("messages_total", "counter", "WebSocket messages heard", counts.messages.load(Relaxed)),
        ("games_started_total", "counter", "Games started", counts.games_started.load(Relaxed)),
        ("engine_moves_total", "counter", "Moves found by engines", counts.moves.load(Relaxed)),
        ("playouts_total", "counter", "Playouts of finished turns", counts.playouts.load(Relaxed)),
        ("connections", "gauge", "Open connections", app.connections.count() as u64),
        ("sockets", "gauge", "Open WebSockets", counts.sockets.load(Relaxed)),
        ("games_kept", "gauge", "Games on disk", app.store.count() as u64),
        ("games_at_tables", "gauge", "Games in memory", app.tables_in_use() as u64),
        ("queue_length", "gauge", "Searches that wait for a turn", app.queue_length() as u64),
        ("engines_given_up_total", "counter", "Searches given up", app.workers.lost_ever()),
        ("engines_lost", "gauge", "Of those, still running", app.workers.lost() as u64),
    ];
    let mut text = String::new();
    for (name, kind, help, value) in rows {
        text += &format!(
            "# HELP spinney_{name} {help}\n# TYPE spinney_{name} {kind}\nspinney_{name} {value}\n"
        );
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text)
}

/// What can be played, on which boards and against whom
#[utoipa::path(get, path = "/api/rules", responses((status = 200, body = Rules)))]
async fn rules(State(app): State<Arc<App>>) -> Json<Rules> {
    Json(Rules::new(app.settings.analysis_time, app.settings.list_games))
}

/// The games that changed last
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = Vec<Listed>)))]
async fn list(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
) -> Result<Json<Vec<Listed>>, Refusal> {
    if !app.settings.list_games {
        return Ok(Json(Vec::new()));
    }
    let list = |app: &Arc<App>| {
        let games = app.store.latest(LISTED).into_iter();
        // A file that cannot be read is none of this list's business.
        Ok(games.filter_map(|id| app.store.get(&id).ok()).map(Listed::of).collect())
    };
    Ok(Json(app.work(client, Work::Game, list).await?))
}

/// Start a game
#[utoipa::path(post, path = "/api/games", request_body = NewGame,
    responses((status = 201, body = Snapshot)))]
async fn begin(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<(StatusCode, Json<Snapshot>), Refusal> {
    let wanted: NewGame = json(&headers, &body)?;
    if !app.clients.grant(client, Wish::Game) {
        return Err(Refusal::TooMuch("too many new games"));
    }
    let work = if wanted.record.is_some() { Work::Conversion } else { Work::Game };
    let begin = move |app: &Arc<App>| {
        let game = wanted.into_game(app.store.fresh_id()?)?;
        let handle = app.begin(game, client)?;
        app.at(&handle, client, |table| table.snapshot())
    };
    Ok((StatusCode::CREATED, Json(app.work(client, work, begin).await?)))
}

/// A game
#[utoipa::path(get, path = "/api/games/{id}", params(("id" = String, Path, description = "The game")),
    responses((status = 200, body = Snapshot)))]
async fn show(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
) -> Result<Json<Snapshot>, Refusal> {
    let show = move |app: &Arc<App>| app.at(&app.table(&id)?, client, |table| table.snapshot());
    Ok(Json(app.work(client, Work::Game, show).await?))
}

/// Do something in a game
#[utoipa::path(post, path = "/api/games/{id}", params(("id" = String, Path, description = "The game")),
    request_body = Command,
    responses((status = 200, body = Answer)))]
async fn command(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Answer>, Refusal> {
    let command: Command = json(&headers, &body)?;
    let wanted = Wanted(Stop::new());
    let answer = match command {
        Command::Hint { node } => {
            let handle = find(&app, client, id).await?;
            app.hint(handle, client, node, wanted.0.clone()).await
        }
        Command::Explain { node } => {
            let handle = find(&app, client, id).await?;
            app.explain(handle, client, node, wanted.0.clone()).await
        }
        command => {
            let grant = move |app: &Arc<App>| app.grant(&app.table(&id)?, client, command);
            app.work(client, Work::Game, grant).await
        }
    };
    answer.map(Json)
}

/// Somebody waits for an answer. Whoever hangs up does not want to know any more.
struct Wanted(Stop);

impl Drop for Wanted {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Throw a game away
#[utoipa::path(delete, path = "/api/games/{id}", params(("id" = String, Path, description = "The game")),
    responses((status = 204)))]
async fn throw_away(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
) -> Result<StatusCode, Refusal> {
    app.work(client, Work::Game, move |app| app.throw_away(&id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct FormatQuery {
    /// `sgf`, or another format that the game has.
    format: Option<String>,
}

/// A game's record
#[utoipa::path(get, path = "/api/games/{id}/record", params(("id" = String, Path, description = "The game"), FormatQuery),
    responses((status = 200, body = String)))]
async fn record(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    query: Result<Query<FormatQuery>, QueryRejection>,
) -> Result<Response, Refusal> {
    let Query(query) = query?;
    let write = move |app: &Arc<App>| {
        let record = app.at(&app.table(&id)?, client, |table| table.record())?;
        write_record(&record, query.format.as_deref())
    };
    let text = app.work(client, Work::Conversion, write).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct NodeQuery {
    /// Which position; where the game stands if nothing is said.
    node: Option<NodeId>,
}

/// A position as a drawing
#[utoipa::path(get, path = "/api/games/{id}/picture.svg", params(("id" = String, Path, description = "The game"), NodeQuery),
    responses((status = 200, body = String, content_type = "image/svg+xml")))]
async fn picture(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    query: Result<Query<NodeQuery>, QueryRejection>,
) -> Result<Response, Refusal> {
    let Query(query) = query?;
    let draw = move |app: &Arc<App>| {
        app.at(&app.table(&id)?, client, |table| table.svg(query.node.unwrap_or(table.game.live)))
    };
    // A drawing brings its own style and nothing else.
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'"),
    ];
    Ok((headers, app.work(client, Work::Game, draw).await?).into_response())
}

/// A position as a file, where the game has such files
#[utoipa::path(get, path = "/api/games/{id}/position", params(("id" = String, Path, description = "The game"), NodeQuery),
    responses((status = 200, body = String)))]
async fn position_file(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    query: Result<Query<NodeQuery>, QueryRejection>,
) -> Result<Response, Refusal> {
    let Query(query) = query?;
    let write = move |app: &Arc<App>| {
        app.at(&app.table(&id)?, client, |table| {
            table.position_file(query.node.unwrap_or(table.game.live))
        })
    };
    let text = app.work(client, Work::Game, write).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// Write a record in another format
#[utoipa::path(post, path = "/api/convert", request_body = Conversion,
    responses((status = 200, body = String)))]
async fn convert(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refusal> {
    let wanted: Conversion = json(&headers, &body)?;
    let text = app.work(client, Work::Conversion, move |_| wanted.convert()).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// A game as it happens, over a WebSocket
#[utoipa::path(get, path = "/api/games/{id}/socket", params(("id" = String, Path, description = "The game")),
    responses((status = 101, description = "The conversation starts")))]
async fn socket(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let upgrade = upgrade?;
    let handle = find(&app, client, id).await?;
    let seat = app.clients.seat(client).ok_or(Refusal::TooMuch("too many pages are open"))?;
    let upgrade = upgrade.max_message_size(LONGEST_MESSAGE).max_frame_size(LONGEST_MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| socket::serve(app, handle, client, seat, socket)))
}

async fn find(app: &Arc<App>, client: Client, id: String) -> Result<Arc<GameHandle>, Refusal> {
    app.work(client, Work::Game, move |app| app.table(&id)).await
}

/// Reads a body. A page of another site cannot send JSON without being asked about it first.
fn json<T: DeserializeOwned>(headers: &HeaderMap, body: &[u8]) -> Result<T, Refusal> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
    if kind.split(';').next().map(str::trim) != Some("application/json") {
        return Err(Refusal::wrong("send JSON, and say so: content-type: application/json"));
    }
    serde_json::from_slice(body).map_err(|problem| Refusal::wrong(problem.to_string()))
}
