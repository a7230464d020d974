//! What lies open: the pages, the guest's token, and what every answer carries.

use serde_json::Value;

use crate::house::House;
use crate::messages::create;

#[tokio::test]
async fn every_answer_is_hardened() {
    let house = House::open().await;
    for request in
        ["GET /", "GET /g/0123456789ab", "GET /healthz", "GET /nothing/here", "DELETE /", "GET /ws"]
    {
        let answer = house.ask(request, &[]).await;
        let policy = answer.header("content-security-policy").unwrap();
        for part in ["default-src 'self'", "frame-ancestors 'none'"] {
            assert!(policy.contains(part), "{request}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{request}");
        assert!(answer.header("referrer-policy").is_some() && answer.header("cache-control").is_some());
    }
    assert_eq!(house.ask("GET /nothing/here", &[]).await.code(), "not_found");
    assert_eq!(house.ask("DELETE /healthz", &[]).await.code(), "wrong_method");
    assert_eq!(house.ask("GET /healthz", &[]).await.status, 200);
}

#[tokio::test]
async fn no_page_has_a_script_or_style_in_itself_and_none_may() {
    let house = House::open().await;
    let mut client = house.visit().await;
    let room = create(&mut client, "c1").await;
    let pages = ["/", "/games", "/watch", "/analysis", "/bots", "/g/0123456789ab"].map(str::to_owned);
    let pages = pages.into_iter().chain([format!("/g/{room}"), format!("/embed/{room}")]);
    for path in pages {
        let page = house.ask(&format!("GET {path}"), &["Accept: text/html"]).await;
        assert_eq!(page.status, 200, "{path}");
        let policy = page.header("content-security-policy").unwrap();
        assert!(!policy.contains("unsafe") && !policy.contains("http") && !policy.contains("script-src *"));
        let sources = if path.starts_with("/embed/") { "script-src 'self'" } else { "default-src 'self'" };
        assert!(policy.contains(sources), "{path}: {policy}");
        for script in page.body.split("<script").skip(1) {
            let (tag, rest) = script.split_once('>').unwrap();
            assert!(tag.contains(" src=\"/assets/") && rest.starts_with("</script>"), "{path}: {tag}");
        }
        let body = page.body.to_lowercase();
        for inline in ["<style", " style=", " onload=", " onerror=", " onclick=", "=\"javascript:"] {
            assert!(!body.contains(inline), "{path}: {inline}");
        }
    }
}

/// What people write is shown as text: the client has no way to make anything else of it.
#[test]
fn the_client_makes_no_page_of_what_it_is_told() {
    let mut folders = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/web-client/src"))];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            files += 1;
            // The cells of an empty board, drawn from how many lines it has; and a picture that is drawn from nothing.
            let markup = match &path {
                path if path.ends_with("board/Cells.svelte") => "{@html markup}",
                path if path.ends_with("lobby/QuickPair.svelte") => "{@html motif()}",
                _ => "",
            };
            let text = text.replacen(markup, "", 1);
            for way in
                ["@html", "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "srcdoc"]
            {
                assert!(!text.contains(way), "{way} in {}", path.display());
            }
        }
    }
    assert!(files > 50, "{files}");
}

#[tokio::test]
async fn a_page_gives_an_identity_to_whoever_has_none() {
    let house = House::open().await;
    let first = house.ask("GET /g/0123456789ab", &[]).await;
    assert_eq!(first.status, 200);
    let cookie = format!("Cookie: {}", first.cookie().unwrap());
    assert!(house.ask("GET /", &[&cookie]).await.cookie().is_none(), "who has one keeps it");
    let forged = format!("{cookie}0");
    assert!(house.ask("GET /", &[&forged]).await.cookie().is_some());
}

#[tokio::test]
async fn behind_https_cookies_are_for_this_host_and_https_only() {
    let house = House::with(|config| config.server.secure_cookies = true).await;
    let answer = house.ask("GET /", &[]).await;
    let cookie = answer.header("set-cookie").unwrap();
    assert!(cookie.starts_with("__Host-tengen_person=") && cookie.contains("Secure"), "{cookie}");
    assert!(answer.header("strict-transport-security").is_some());
}

#[tokio::test]
async fn a_guest_stays_the_same_person() {
    let house = House::open().await;
    let guest = |answer: &str| -> (String, Value) {
        let mut body: Value = serde_json::from_str(answer).unwrap();
        (body["token"].as_str().unwrap().to_owned(), body["person"].take())
    };
    let (token, person) = guest(&house.ask("POST /api/guest", &["Content-Length: 0"]).await.body);
    let bearer = format!("Authorization: Bearer {token}");
    let (_, again) = guest(&house.ask("POST /api/guest", &["Content-Length: 0", &bearer]).await.body);
    assert_eq!(person, again);
    assert!(person["name"].as_str().unwrap().starts_with("Guest "));

    let mut client = house.visit_as(&token).await;
    client.say(r#"{"type":"rename","id":"r1","name":"天元"}"#).await;
    assert_eq!(client.hear_of("accepted").await["id"], "r1");
    let (_, renamed) = guest(&house.ask("POST /api/guest", &["Content-Length: 0", &bearer]).await.body);
    assert_eq!((&renamed["id"], renamed["name"].as_str()), (&person["id"], Some("天元")));

    let answer = house.ask("POST /api/guest", &["Content-Length: 0", "Authorization: Bearer no"]).await;
    assert_eq!(answer.status, 401);
}

#[tokio::test]
async fn a_token_in_an_address_is_refused() {
    let house = House::open().await;
    for request in ["GET /ws?token=x", "GET /?access_token=x", "POST /api/guest?Token=x"] {
        let answer = house.ask(request, &["Content-Length: 0"]).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "token_in_url"), "{request}");
    }
}

#[tokio::test]
async fn no_path_leads_out_of_the_client() {
    let house = House::open().await;
    for path in
        ["/assets/../../Cargo.toml", "/assets/%2e%2e/%2e%2e/Cargo.toml", "/..%2f..%2fCargo.toml", "/.gitkeep"]
    {
        assert_eq!(house.ask(&format!("GET {path}"), &[]).await.status, 404, "{path}");
    }
}
