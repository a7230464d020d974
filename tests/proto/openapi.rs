//! `openapi.json`, what is asked over HTTP as OpenAPI 3.1 has it. What is a type is made from it; a test of the door
//! holds the rest to what a real server answers.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};
use tengen::analysis::{AnswerForm, ImportedForm, QuestionForm};
use tengen::protocol::competition::{
    CompetitionDeed, CompetitionDone, CompetitionLinks, CompetitionView, Competitions, FoundedCompetition,
    NewCompetition,
};
use tengen::protocol::server::PersonForm;
use tengen::record::RecordForm;

use crate::asyncapi::moved;
use crate::check_generated;

/// The side of the components that share their parts.
const SIDE: &str = "server";

#[test]
fn the_openapi_document_is_made_from_the_types() {
    let mut schemas = Map::new();
    let components = [
        ("Record", answered::<RecordForm>()),
        ("Person", answered::<PersonForm>()),
        ("Question", asked::<QuestionForm>()),
        ("Judgement", answered::<AnswerForm>()),
        ("Imported", answered::<ImportedForm>()),
        ("NewCompetition", asked::<NewCompetition>()),
        ("CompetitionDeed", asked::<CompetitionDeed>()),
        ("Competitions", answered::<Competitions>()),
        ("FoundedCompetition", answered::<FoundedCompetition>()),
        ("Competition", answered::<CompetitionView>()),
        ("CompetitionLinks", answered::<CompetitionLinks>()),
        ("CompetitionDone", answered::<CompetitionDone>()),
    ];
    for (name, of) in components {
        let mut of = of;
        // Parts of the same name are not the same everywhere: one of two values of a kind has the name of every other.
        let side = if name.contains("Compet") { name } else { SIDE };
        if let Some(parts) = of.as_object_mut().unwrap().remove("$defs") {
            for (name, part) in parts.as_object().unwrap() {
                schemas.insert(format!("{side}.{name}"), moved(part, side));
            }
        }
        of.as_object_mut().unwrap().remove("$schema");
        schemas.insert(name.to_owned(), moved(&of, side));
    }
    schemas.insert("Refusal".to_owned(), refusal());
    schemas.insert("BadFile".to_owned(), bad_file());
    schemas.insert("Guest".to_owned(), guest());
    schemas.insert("Health".to_owned(), health());
    schemas.insert("FoundGames".to_owned(), found_games());
    let document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Tengen over HTTP",
            "version": "1",
            "description": "Identities, finished games, records, competitions, and the analysis board. Games are played over the WebSocket: asyncapi.json.",
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "http://127.0.0.1:8015" }],
        "paths": paths(),
        "components": {
            "schemas": schemas,
            "responses": {
                "Refused": {
                    "description": "It was turned down; `code` is stable, `message` is for people.",
                    "content": body("Refusal"),
                },
            },
            "securitySchemes": {
                "token": { "type": "http", "scheme": "bearer" },
                "cookie": { "type": "apiKey", "in": "cookie", "name": "tengen_person" },
            },
        },
    });
    check_generated("openapi.json", &format!("{}\n", serde_json::to_string_pretty(&document).unwrap()));
}

fn paths() -> Value {
    let refused = json!({ "$ref": "#/components/responses/Refused" });
    let room = json!({
        "name": "room", "in": "path", "required": true, "description": "The room's name, 12 letters.",
        "schema": { "type": "string" },
    });
    let competition = json!({
        "name": "competition", "in": "path", "required": true, "description": "Its name, 12 letters.",
        "schema": { "type": "string" },
    });
    let ply = json!({
        "name": "ply", "in": "query", "description": "Only the first so many entries of `moves`.",
        "schema": { "type": "integer", "minimum": 0 },
    });
    let asked = |name: &str, description: &str, schema: Value| json!({ "name": name, "in": "query", "description": description, "schema": schema });
    let text = || json!({ "type": "string" });
    let moment = || json!({ "type": "integer", "minimum": 0 });
    let file = json!({ "schema": { "type": "string" } });
    let binary = json!({ "schema": { "type": "string", "contentEncoding": "binary" } });
    let bad = json!({ "description": "It was turned down, and where.", "content": body("BadFile") });
    json!({
        "/healthz": { "get": {
            "operationId": "health", "summary": "Whether the server serves.",
            "responses": { "200": { "description": "It does.", "content": body("Health") }, "503": refused },
        } },
        "/api/guest": { "post": {
            "operationId": "guest", "summary": "A guest's identity: the one that is shown, or a new one.",
            "security": [{}, { "token": [] }, { "cookie": [] }],
            "responses": {
                "200": { "description": "Who it is, and what proves it.", "content": body("Guest") },
                "401": refused, "403": refused, "503": refused,
            },
        } },
        "/api/games": { "get": {
            "operationId": "games", "summary": "Finished games, the newest first. All that is asked for must be so.",
            "security": [{}, { "token": [] }, { "cookie": [] }],
            "parameters": [
                asked("mine", "Only games of who asks, those that only who has the link finds among them.", json!({ "type": "boolean" })),
                asked("player", "One of the players was called this, whatever the case.", text()),
                asked("preset", "It had the rules of this preset.", text()),
                asked("opening", "This opening was on the board, `D4`.", text()),
                asked("result", "Who won.", json!({ "enum": ["black", "white", "draw"] })),
                asked("since", "It was opened then or later, in milliseconds since 1970.", moment()),
                asked("until", "It was opened before.", moment()),
                asked("after", "What the page before gave as `next`.", text()),
                asked("limit", "How many at most.", json!({ "type": "integer", "minimum": 1, "maximum": 50 })),
            ],
            "responses": {
                "200": { "description": "A page of them.", "content": body("FoundGames") },
                "400": refused, "401": refused, "429": refused, "503": refused,
            },
        } },
        "/api/games/{room}": { "parameters": [room, ply], "get": {
            "operationId": "record", "summary": "The record of a game, while it runs and after it.",
            "responses": {
                "200": { "description": "The record.", "content": body("Record") },
                "304": { "description": "It is the one that `If-None-Match` names." },
                "400": refused, "404": refused, "503": refused,
            },
        } },
        "/api/games/{room}/{file}": {
            "parameters": [room, ply, {
                "name": "file", "in": "path", "required": true, "description": "The form.",
                "schema": { "enum": ["record.json", "record.sgf", "record.psq", "record.txt", "record.svg", "picture.png", "record.apng"] },
            }],
            "get": {
                "operationId": "file", "summary": "The same in a form that other programs read, or as a picture.",
                "responses": {
                    "200": { "description": "The file.", "content": {
                        "application/json": body("Record")["application/json"],
                        "application/x-go-sgf": file,
                        "text/plain": file,
                        "image/svg+xml": file,
                        "image/png": binary,
                        "image/apng": binary,
                    } },
                    "304": { "description": "It is the one that `If-None-Match` names." },
                    "400": refused, "404": refused, "429": refused, "503": refused,
                },
            },
        },
        "/api/competitions": {
            "get": {
                "operationId": "competitions", "summary": "The competitions in which something happened last.",
                "responses": {
                    "200": { "description": "They.", "content": body("Competitions") },
                    "429": refused, "503": refused,
                },
            },
            "post": {
                "operationId": "foundCompetition", "summary": "Founds a competition.",
                "security": [{ "token": [] }, { "cookie": [] }],
                "requestBody": { "required": true, "content": body("NewCompetition") },
                "responses": {
                    "200": { "description": "Which, and what makes its chief.", "content": body("FoundedCompetition") },
                    "400": refused, "401": refused, "403": refused, "409": refused, "413": refused, "429": refused, "503": refused,
                },
            },
        },
        "/api/competitions/{competition}": {
            "parameters": [competition],
            "get": {
                "operationId": "competition", "summary": "A competition as it stands, and what one is in it.",
                "security": [{}, { "token": [] }, { "cookie": [] }],
                "responses": {
                    "200": { "description": "The competition.", "content": body("Competition") },
                    "404": refused, "429": refused, "503": refused,
                },
            },
            "post": {
                "operationId": "act", "summary": "Does something in a competition.",
                "security": [{ "token": [] }, { "cookie": [] }],
                "requestBody": { "required": true, "content": body("CompetitionDeed") },
                "responses": {
                    "200": { "description": "It is done, and durable.", "content": body("CompetitionDone") },
                    "400": refused, "401": refused, "403": refused, "404": refused, "409": refused, "413": refused, "429": refused,
                    "503": refused,
                },
            },
        },
        "/api/competitions/{competition}/links": { "parameters": [competition], "get": {
            "operationId": "links", "summary": "The links of a competition, for its chief.",
            "security": [{ "token": [] }, { "cookie": [] }],
            "responses": {
                "200": { "description": "The links, in parts.", "content": body("CompetitionLinks") },
                "401": refused, "403": refused, "404": refused, "429": refused, "503": refused,
            },
        } },
        "/api/judge": { "post": {
            "operationId": "judge", "summary": "What there is to say of a position.",
            "requestBody": { "required": true, "content": body("Question") },
            "responses": {
                "200": { "description": "Which points are forbidden and why, and what the last stone made.", "content": body("Judgement") },
                "400": bad, "408": refused, "413": refused, "429": refused, "503": refused,
            },
        } },
        "/api/import": { "post": {
            "operationId": "import", "summary": "Reads a game with its variations.",
            "requestBody": { "required": true, "description": "SGF, Piskvork's form, or points; 64 KiB at most.", "content": { "text/plain": file } },
            "responses": {
                "200": { "description": "The game.", "content": body("Imported") },
                "400": bad, "408": refused, "429": refused, "503": refused,
            },
        } },
        "/api/position.png": { "get": {
            "operationId": "picture", "summary": "The picture of a position.",
            "parameters": [
                asked("board", "The lines of the board; 15 if it is left out.", json!({ "enum": [15, 19, 20] })),
                asked("moves", "The moves, one after the other, `h8i9--j10`; `--` is a pass.", text()),
            ],
            "responses": {
                "200": { "description": "The picture.", "content": { "image/png": binary } },
                "400": bad, "429": refused, "503": refused,
            },
        } },
        "/ws": { "get": {
            "operationId": "socket", "summary": "The WebSocket; see asyncapi.json.",
            "security": [{}, { "token": [] }, { "cookie": [] }],
            "responses": {
                "101": { "description": "It is open." },
                "400": refused, "401": refused, "403": refused, "426": refused, "503": refused,
            },
        } },
        "/ws/look": { "get": {
            "operationId": "look", "summary": "The WebSocket for who only looks on, without an identity.",
            "responses": { "101": { "description": "It is open." }, "400": refused, "426": refused, "503": refused },
        } },
    })
}

fn body(schema: &str) -> Value {
    json!({ "application/json": { "schema": { "$ref": format!("#/components/schemas/{schema}") } } })
}

/// The schema of what the server answers with. It may come to have more.
fn answered<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    crate::schema::open(&mut schema);
    schema
}

/// The schema of what the server is asked with.
fn asked<T: JsonSchema>() -> Value {
    SchemaSettings::draft2020_12().for_deserialize().into_generator().into_root_schema_for::<T>().to_value()
}

fn refusal() -> Value {
    object(json!({
        "code": { "type": "string", "description": "Why; stable, see README.md." },
        "message": { "type": "string", "description": "The same in words, for people." },
    }))
}

/// Why a question or a file of the analysis board is turned down.
fn bad_file() -> Value {
    let mut form = refusal();
    let places = [("line", "The line of the file."), ("move", "The number of the move, from 1.")];
    for (name, description) in places {
        form["properties"][name] =
            json!({ "type": ["integer", "null"], "minimum": 0, "description": description });
    }
    form
}

fn guest() -> Value {
    object(json!({ "token": { "type": "string" }, "person": { "$ref": "#/components/schemas/Person" } }))
}

fn health() -> Value {
    object(
        json!({ "status": { "const": "ok" }, "server": { "type": "string", "description": "Its version." } }),
    )
}

fn found_games() -> Value {
    let seats = |of: Value| object(json!({ "a": of, "b": of }));
    let or_null = |kind: &str| json!({ "type": [kind, "null"] });
    let game = object(json!({
        "room": { "type": "string" },
        "wall_ms": { "type": "integer" },
        "players": seats(json!({ "$ref": "#/components/schemas/Person" })),
        "black": { "enum": ["a", "b", null] },
        "preset": or_null("string"),
        "opening": or_null("string"),
        "scores": seats(json!({ "enum": ["win", "draw", "loss", "void"] })),
        "reason": { "type": "string" },
        "moves": { "type": "integer" },
    }));
    object(json!({ "games": { "type": "array", "items": game, "maxItems": 50 }, "next": or_null("string") }))
}

/// An object all of whose fields are there. It may come to have more.
fn object(properties: Value) -> Value {
    let required: Vec<&String> = properties.as_object().unwrap().keys().collect();
    json!({ "type": "object", "properties": properties, "required": required })
}
