//! Which names, passwords and session tokens are accepted and equal, and what `Debug` hides.

use tokibako_domain::account::{
    MAX_PASSWORD_BYTES, MAX_USERNAME, Password, PasswordError, PasswordHash, SessionToken, SessionTokenError, Username,
    UsernameError,
};

#[track_caller]
fn name(text: &str, shown: &str) {
    assert_eq!(Username::parse(text).unwrap().as_str(), shown);
}

#[track_caller]
fn refused_name(text: &str, expected: UsernameError) {
    assert_eq!(Username::parse(text).map(|name| name.as_str().to_owned()), Err(expected), "{text:?}");
}

#[track_caller]
fn same(one: &str, other: &str) {
    assert_eq!(Username::parse(one).unwrap().key(), Username::parse(other).unwrap().key(), "{one} {other}");
}

#[track_caller]
fn different(one: &str, other: &str) {
    assert_ne!(Username::parse(one).unwrap().key(), Username::parse(other).unwrap().key(), "{one} {other}");
}

#[test]
fn names_are_shown_as_they_were_written() {
    name("ann", "ann");
    name("  Ann Smith\t", "Ann Smith");
    name("\u{3000}山田太郎\u{3000}", "山田太郎");
    name("Zoe\u{308}", "Zoë");
    name("ＡＮＮ", "ＡＮＮ");
    name("👩\u{200D}🚀 x", "👩\u{200D}🚀 x");
    name("می\u{200C}خواهم", "می\u{200C}خواهم");
    name("عمر", "عمر");
    name("' OR 1=1 --", "' OR 1=1 --");
    name(&"x".repeat(MAX_USERNAME), &"x".repeat(MAX_USERNAME));
}

#[test]
fn names_are_visible_and_have_at_least_three_characters() {
    refused_name("", UsernameError::TooShort);
    refused_name("   ", UsernameError::TooShort);
    refused_name("ab", UsernameError::TooShort);
    refused_name(" ab ", UsernameError::TooShort);
    refused_name("太郎", UsernameError::TooShort);
    refused_name("a\u{308}b", UsernameError::TooShort);
    refused_name("a\u{200D}\u{200D}", UsernameError::TooShort);
    refused_name(&"x".repeat(MAX_USERNAME + 1), UsernameError::TooLong);
    refused_name(&"時".repeat(MAX_USERNAME + 1), UsernameError::TooLong);
    for invisible in [
        '\0',
        '\u{1}',
        '\n',
        '\u{7F}',
        '\u{85}',
        '\u{AD}',
        '\u{200B}',
        '\u{200F}',
        '\u{2028}',
        '\u{202E}',
        '\u{2066}',
        '\u{3164}',
        '\u{FEFF}',
        '\u{E0041}',
    ] {
        refused_name(&format!("an{invisible}na"), UsernameError::Invisible);
    }
}

#[test]
fn names_are_equal_regardless_of_case_and_variants() {
    same("ann", "ANN");
    same("Straße", "STRASSE");
    same("ΣΊΣΥΦΟΣ", "σίσυφος");
    same("Zoë", "zoe\u{308}");
    same("ｱｲｳ", "アイウ");
    same("ａｎｎ", "ann");
    same("ﬁfi", "FIFI");
    same("a\u{A0}b c", "A b c");
    same("می\u{200C}خواهم", "میخواهم");
    different("ann", "anna");
    different("Zoe", "Zoë");
    different("アイウ", "あいう");
    different("a b c", "abc");
}

#[track_caller]
fn refused_password(text: &str, expected: PasswordError) {
    assert_eq!(Password::parse(text), Err(expected), "{text:?}");
}

#[test]
fn passwords_are_not_changed() {
    for text in ["secret", "      ", "パスワード六", "\0\0\0\0\0\0", "a\u{202E}bcdef", &"x".repeat(MAX_PASSWORD_BYTES)]
    {
        assert_eq!(Password::parse(text).unwrap().as_bytes(), text.as_bytes());
    }
    assert_eq!(Password::parse("cafe\u{301}s!"), Password::parse("cafés!"));
    refused_password("", PasswordError::TooShort);
    refused_password("12345", PasswordError::TooShort);
    refused_password("時時時時時", PasswordError::TooShort);
    refused_password(&"x".repeat(MAX_PASSWORD_BYTES + 1), PasswordError::TooLong);
    refused_password(&"時".repeat(171), PasswordError::TooLong);
}

#[test]
fn tokens_parse_from_their_text_form() {
    let token = SessionToken::from_random(std::array::from_fn(|at| u8::try_from(at * 8).unwrap()));
    assert_eq!(token.to_text().len(), 64);
    assert!(token.to_text().starts_with("00081018"));
    assert_eq!(token.to_text().parse(), Ok(token.clone()));
    let text = token.to_text();
    for wrong in
        ["", "00", &text[1..], &format!("{text}0"), &format!("{text}00"), &text.to_uppercase(), &"時".repeat(64)]
    {
        assert_eq!(wrong.parse::<SessionToken>(), Err(SessionTokenError), "{wrong}");
    }
}

#[test]
fn debug_output_contains_no_secret() {
    let token = SessionToken::from_random([0xAB; 32]);
    let told = format!(
        "{:?} {:?} {:?} {token:?}",
        Username::parse("annabel").unwrap(),
        Password::parse("geheim-geheim").unwrap(),
        PasswordHash("$argon2id$geheim".to_owned()),
    );
    assert_eq!(told, "Username(…) Password(…) PasswordHash(…) SessionToken(…)");
}

#[test]
fn a_new_password_must_not_be_easy_to_guess() {
    let name = Username::parse("Annabel").unwrap();
    let refusal = |text: &str| Password::parse(text).unwrap().for_new(&name).err();
    for common in [
        "password",
        "PASSWORD",
        " password ",
        "ｐａｓｓｗｏｒｄ",
        "qwerty",
        "Iloveyou",
        "tokibako",
        "aaaaaa",
        "ああああああ",
        "123456",
        "1234567890",
        "0987654321",
        "abcdefgh",
        "zyxwvu",
        "789012",
    ] {
        assert_eq!(refusal(common), Some(PasswordError::TooCommon), "{common}");
    }
    for same in ["annabel", "ANNABEL", " Annabel"] {
        assert_eq!(refusal(same), Some(PasswordError::SameAsUsername), "{same}");
    }
    for fine in [
        "secret",
        "my password",
        "annabel's",
        "135790",
        "aaaaab",
        "123457",
        "tokibako no hako",
        "六文字の言葉",
        &"x".repeat(21),
    ] {
        assert_eq!(refusal(fine), None, "{fine}");
    }
}

#[test]
fn the_common_passwords_are_in_lower_case_and_long_enough() {
    let list = include_str!("../../src/account/common_passwords.txt");
    let name = Username::parse("nobody").unwrap();
    for (number, common) in list.lines().enumerate() {
        let refusal = Password::parse(common).map(|password| password.for_new(&name).err());
        assert_eq!(refusal, Ok(Some(PasswordError::TooCommon)), "line {}", number + 1);
    }
}
