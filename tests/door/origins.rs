//! Who may come in: by which page, with which cookie or token, over which subprotocol.

use crate::house::House;
use crate::tokens::token_for;

const PROTOCOL: &str = "Sec-WebSocket-Protocol: tengen.v1";

#[tokio::test]
async fn a_cookie_opens_a_websocket_only_from_a_page_of_ours() {
    let house =
        House::with(|config| config.server.allowed_origins = vec!["https://club.example".into()]).await;
    let cookie = house.ask("GET /", &[]).await.cookie().unwrap().to_owned();
    let cookie = format!("Cookie: {cookie}");
    let port = house.address.port();
    let ours = [format!("http://127.0.0.1:{port}"), "https://club.example".to_owned()];
    for origin in ours {
        assert!(house.upgrade(&[&cookie, &format!("Origin: {origin}")]).await.is_ok(), "{origin}");
    }
    let foreign = [
        "https://evil.example".to_owned(),
        "null".to_owned(),
        format!("http://127.0.0.1:{port}.evil.example"),
        format!("http://127.0.0.1.evil.example:{port}"),
        format!("http://127.0.0.1:{}", port ^ 1),
        "http://127.0.0.1".to_owned(),
        format!("https://127.0.0.1:{port}"),
        format!("HTTP://127.0.0.1:{port}"),
        "https://CLUB.example".to_owned(),
        "https://club.example.evil".to_owned(),
    ];
    for origin in foreign {
        let answer = house.upgrade(&[&cookie, &format!("Origin: {origin}")]).await.err().expect("refused");
        assert_eq!((answer.status, answer.code().as_str()), (403, "foreign_origin"), "{origin}");
    }
    let answer = house.upgrade(&[&cookie]).await.err().unwrap();
    assert_eq!((answer.status, answer.code().as_str()), (403, "origin_needed"));
}

#[tokio::test]
async fn a_token_needs_no_origin_but_forgives_no_foreign_one() {
    let house = House::open().await;
    let bearer = format!("Authorization: Bearer {}", house.token().await);
    assert!(house.upgrade(&[&bearer]).await.is_ok());
    let answer = house.upgrade(&[&bearer, "Origin: https://evil.example"]).await.err().unwrap();
    assert_eq!(answer.status, 403);
}

/// Every kind of page with everything that a request can show for itself.
#[tokio::test]
async fn every_origin_is_judged_with_every_credential() {
    let house = House::with(|config| {
        config.server.allowed_origins = vec!["https://club.example".into()];
        config.server.connections_per_address = 500;
        config.session.connections_per_person = 100;
    })
    .await;
    let port = house.address.port();
    let cookie = format!("Cookie: {}", house.ask("GET /", &[]).await.cookie().unwrap());
    let guest = format!("Authorization: Bearer {}", house.token().await);
    let bot = format!("Authorization: Bearer {}", token_for(&house, "Rapfi").await);
    let ours = [format!("Origin: http://127.0.0.1:{port}"), "Origin: https://club.example".to_owned()];
    let foreign = [
        "Origin: https://evil.example".to_owned(),
        "Origin: null".to_owned(),
        "Origin: ".to_owned(),
        format!("Origin: http://127.0.0.1:{port}.evil.example"),
        format!("Origin: http://evil.example/127.0.0.1:{port}"),
        format!("Origin: http://127.0.0.1:{}", port ^ 1),
        format!("Origin: https://127.0.0.1:{port}"),
        format!("Origin: http://localhost:{port}"),
        format!("Origin: HTTP://127.0.0.1:{port}"),
        format!("Origin: http://127.0.0.1:{port}/"),
        format!("Origin: http://127.0.0.1:{port}\r\nOrigin: https://evil.example"),
        "Origin: https://CLUB.example".to_owned(),
        "Origin: https://club.example:443".to_owned(),
        "Origin: https://club.example.evil".to_owned(),
    ];
    // What is shown, the status for no origin and for ours of the WebSocket, and the same of a request that changes something.
    let cases: [(&str, [u16; 2], [u16; 2]); 6] = [
        ("X-Nothing: shown", [101, 401], [200, 200]),
        (&cookie, [403, 101], [403, 200]),
        ("Cookie: tengen_person=v1.forged", [101, 401], [200, 200]),
        (&guest, [101, 101], [200, 200]),
        (&bot, [101, 101], [403, 403]),
        ("Authorization: Bearer forged", [401, 401], [401, 401]),
    ];
    for (shown, sockets, posts) in cases {
        let nowhere = ("X-No: origin".to_owned(), sockets[0], posts[0]);
        let expected = ours.iter().map(|origin| (origin.clone(), sockets[1], posts[1]));
        let refused = foreign.iter().map(|origin| (origin.clone(), 403, 403));
        for (origin, socket, post) in expected.chain(refused).chain([nowhere]) {
            let upgraded = house.upgrade(&[shown, &origin]).await;
            let status = upgraded.as_ref().map_or_else(|answer| answer.status, |_| 101);
            assert_eq!(status, socket, "a WebSocket, {shown}, {origin}");
            let answer = house.ask("POST /api/guest", &[shown, &origin, "Content-Length: 0"]).await;
            assert_eq!(answer.status, post, "a new guest, {shown}, {origin}");
            assert!(post == 200 || answer.cookie().is_none());
            let looks_on = house.upgrade_at("/ws/look", &[shown, &origin, PROTOCOL]).await;
            let status = looks_on.as_ref().map_or_else(|answer| answer.status, |_| 101);
            let is_foreign = foreign.contains(&origin);
            assert_eq!(status, if is_foreign { 403 } else { 101 }, "who looks on, {shown}, {origin}");
        }
    }
}

#[tokio::test]
async fn nobody_and_forgers_are_told_so() {
    let (house, other) = (House::open().await, House::open().await);
    let good = house.token().await;
    let foreign_key = other.token().await;
    let cut = &good[..good.len() - 1];
    let own = format!("Origin: http://{}", house.address);
    let another_version = good.replacen("v1", "v2", 1);
    for token in [cut, foreign_key.as_str(), another_version.as_str(), "v1", ""] {
        let cookie = format!("Cookie: tengen_person={token}");
        let bearer = format!("Authorization: Bearer {token}");
        for headers in [vec![cookie.as_str(), own.as_str()], vec![bearer.as_str()]] {
            let answer = house.upgrade(&headers).await.err().expect("refused");
            assert_eq!((answer.status, answer.code().as_str()), (401, "unauthorized"), "{headers:?}");
        }
    }
    let answer = house.upgrade(&[own.as_str()]).await.err().unwrap();
    assert_eq!((answer.status, answer.code().as_str()), (401, "unauthorized"), "a page of ours has a cookie");
}

#[tokio::test]
async fn a_subprotocol_must_be_named() {
    let house = House::open().await;
    let bearer = format!("Authorization: Bearer {}", house.token().await);
    for lines in
        [vec![], vec!["Sec-WebSocket-Protocol: chat"], vec!["Sec-WebSocket-Protocol: tengen.v2, TENGEN.V1"]]
    {
        let lines = [lines, vec![bearer.as_str()]].concat();
        let answer = house.upgrade_plain(&lines).await.err().unwrap();
        assert_eq!((answer.status, answer.code().as_str()), (400, "unknown_subprotocol"));
        assert!(answer.body.contains("tengen.v1"), "{answer:?}");
    }
    let several = ["Sec-WebSocket-Protocol: tengen.v9, tengen.v1", bearer.as_str()];
    assert!(house.upgrade_plain(&several).await.is_ok());
}

#[tokio::test]
async fn no_extension_is_agreed_on() {
    let house = House::open().await;
    let bearer = format!("Authorization: Bearer {}", house.token().await);
    // The client checks that the answer names none.
    let offer = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits";
    house.upgrade(&[&bearer, offer]).await.unwrap();
}

#[tokio::test]
async fn what_is_no_websocket_is_told_how() {
    let house = House::open().await;
    let upgrade = ["Connection: Upgrade", "Upgrade: websocket"];
    let key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
    let cases: [(&str, Vec<&str>, u16, &str); 5] = [
        ("GET /ws", vec![], 426, "not_a_websocket"),
        ("POST /ws", [&upgrade[..], &[key, "Content-Length: 0"]].concat(), 426, "not_a_websocket"),
        ("GET /ws", [&upgrade[..], &[key]].concat(), 426, "wrong_version"),
        ("GET /ws", [&upgrade[..], &[key, "Sec-WebSocket-Version: 8"]].concat(), 426, "wrong_version"),
        (
            "GET /ws",
            [&upgrade[..], &["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: x"]].concat(),
            400,
            "bad_key",
        ),
    ];
    for (request, headers, status, code) in cases {
        let answer = house.ask(request, &headers).await;
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{request} {headers:?}");
    }
}

#[tokio::test]
async fn a_request_that_changes_something_comes_from_a_page_of_ours_or_a_program() {
    let house = House::open().await;
    let cookie = house.ask("GET /", &[]).await.cookie().unwrap().to_owned();
    let cookie = format!("Cookie: {cookie}");
    let own = format!("Origin: http://{}", house.address);
    let cases: [(&[&str], u16); 5] = [
        (&["Content-Length: 0"], 200),
        (&["Content-Length: 0", &cookie, &own], 200),
        (&["Content-Length: 0", &cookie], 403),
        (&["Content-Length: 0", &cookie, "Origin: https://evil.example"], 403),
        (&["Content-Length: 0", "Origin: null"], 403),
    ];
    for (headers, status) in cases {
        assert_eq!(house.ask("POST /api/guest", headers).await.status, status, "{headers:?}");
    }
}
