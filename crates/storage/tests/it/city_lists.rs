//! Lists of cities: replaced as a whole, and handed over to an account.

use time::Duration;
use tokibako_domain::{
    browser_id::BrowserId,
    cities::{ChosenCity, CityList},
};
use tokibako_storage::{
    Error, Storage,
    accounts::{self, renewal},
    browser_lists,
    sessions::NewSession,
    testing::{
        TestDatabase,
        hold::Hold,
        sample::{NOW, account_of, admitted, browser, session, token},
    },
};
use tokio::spawn;

fn list(cities: &[(&str, Option<&str>)]) -> CityList {
    let cities = cities.iter().map(|(key, name)| ChosenCity::new((*key).to_owned(), *name).unwrap());
    CityList::new(cities.collect()).unwrap()
}

async fn of(storage: &Storage, browser: BrowserId) -> Option<CityList> {
    browser_lists::read::<CityList>(storage, browser).await.unwrap()
}

#[tokio::test]
async fn each_browser_has_its_own_list_and_the_last_write_wins() {
    let database = TestDatabase::create();
    let storage = database.storage();
    assert_eq!(of(&storage, browser(1)).await, None);
    for cities in [list(&[("tokyo", Some("実家")), ("Asia/Thimphu", None)]), list(&[])] {
        browser_lists::put_cities(&storage, browser(1), cities.clone(), NOW, admitted).await.unwrap().unwrap();
        assert_eq!(of(&storage, browser(1)).await, Some(cities));
    }
    assert_eq!(of(&storage, browser(2)).await, None);
}

#[tokio::test]
async fn handed_over_cities_follow_those_of_the_account() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let account = accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    browser_lists::put_cities(&storage, browser(1), list(&[("paris", Some("Office")), ("lima", None)]), NOW, admitted)
        .await
        .unwrap()
        .unwrap();
    browser_lists::put_cities(&storage, browser(2), list(&[("oslo", None), ("paris", None)]), NOW, admitted)
        .await
        .unwrap()
        .unwrap();
    accounts::sign_in(&storage, account.id, session(2), Some(browser(2)), NOW).await.unwrap();
    let both = list(&[("paris", Some("Office")), ("lima", None), ("oslo", None)]);
    assert_eq!(of(&storage, browser(1)).await, Some(both.clone()));
    assert_eq!(of(&storage, browser(2)).await, None);

    // A browser without a list changes nothing; a renewed browser id takes over the whole list.
    accounts::sign_in(&storage, account.id, session(3), Some(browser(3)), NOW).await.unwrap();
    let replacing = NewSession { replaces: Some(token(3)), ..session(4) };
    let renewed = renewal::end_all_sessions(&storage, account.id, replacing, NOW).await.unwrap();
    let old = browser_lists::read::<CityList>(&storage, browser(1)).await;
    assert!(matches!(old, Err(Error::Renewed)), "{old:?}");
    assert_eq!(of(&storage, renewed.account.browser).await, Some(both));
}

#[tokio::test]
async fn a_list_that_is_stored_during_the_hand_over_is_not_left_behind() {
    let database = TestDatabase::create();
    let storage = database.storage();
    browser_lists::put_cities(&storage, browser(2), list(&[("oslo", None)]), NOW, admitted).await.unwrap().unwrap();
    let lock = format!("SELECT FROM browsers WHERE id = '{}' FOR UPDATE", browser(2).as_uuid());
    let mut bringing = Hold::of_rows(&database, &lock);
    let put = spawn({
        let storage = storage.clone();
        async move {
            browser_lists::put_cities(&storage, browser(2), list(&[("lima", None)]), NOW + Duration::SECOND, admitted)
                .await
        }
    });
    bringing.until_waiting(1).await;
    assert_eq!(of(&storage, browser(2)).await, Some(list(&[("oslo", None)])));
    bringing.commit("SELECT 1");
    put.await.unwrap().unwrap().unwrap();
    assert_eq!(of(&storage, browser(2)).await, Some(list(&[("lima", None)])));
}
