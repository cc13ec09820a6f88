// What people type: cities, countries and zones in every language find the zone.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { City } from '../../i18n/cities';
import { loadKnownPlaces, type KnownPlace } from '../../i18n/known-places';
import { takeLanguageDataFrom } from '../../i18n/language-data';
import { isSameZone } from '../../time/zone-identity';
import { languageCodes, type LanguageCode } from '../../i18n/languages';
import { foundPlaces, foundZones } from './places';

const columns = 'en ja zh ko de fr es pt ru tr id hi ar'.split(' ') as LanguageCode[];

/** The zone, and what a reader of each language types to find it. */
const typed = `
Europe/Berlin|Berlin|ベルリン|柏林|베를린|Berlin|Berlin|Berlín|Berlim|Берлин|Berlin|Berlin|बर्लिन|برلين
Europe/Vienna|Vienna|ウィーン|维也纳|빈|Wien|Vienne|Viena|Viena|Вена|Viyana|Wina|वियना|فيينا
Asia/Kolkata|Mumbai|ムンバイ|孟买|뭄바이|Mumbai|Mumbai|Bombay|Mumbai|Мумбаи|Mumbai|Mumbai|मुंबई|مومباي
Asia/Shanghai|Beijing|北京|北京|베이징|Peking|Pékin|Pekín|Pequim|Пекин|Pekin|Beijing|बीजिंग|بكين
America/Sao_Paulo|Sao Paulo|サンパウロ|圣保罗|상파울루|São Paulo|São Paulo|São Paulo|São Paulo|Сан-Паулу|São Paulo|Sao Paulo|साओ पाउलो|ساو باولو
Europe/Istanbul|Istanbul|イスタンブール|伊斯坦布尔|이스탄불|Istanbul|Istanbul|Estambul|Istambul|Стамбул|İstanbul|Istanbul|इस्तांबुल|إسطنبول
Europe/Rome|Rome|ローマ|罗马|로마|Rom|Rome|Roma|Roma|Рим|Roma|Roma|रोम|روما
Asia/Tbilisi|Tbilisi|トビリシ|第比利斯|트빌리시|Tiflis|Tbilissi|Tiflis|Tbilisi|Тбилиси|Tiflis|Tbilisi|तिबिलिसी|تبليسي
Asia/Qatar|Qatar|カタール|卡塔尔|카타르|Katar|Qatar|Catar|Catar|Катар|Katar|Qatar|कतर|قطر
Africa/Casablanca|Casablanca|カサブランカ|卡萨布兰卡|카사블랑카|Casablanca|Casablanca|Casablanca|Casablanca|Касабланка|Kazablanka|Casablanca|कासाब्लांका|الدار البيضاء
Asia/Damascus|Damascus|ダマスカス|大马士革|다마스쿠스|Damaskus|Damas|Damasco|Damasco|Дамаск|Şam|Damaskus|दमास्कस|دمشق
Europe/Moscow|Moscow|モスクワ|莫斯科|모스크바|Moskau|Moscou|Moscú|Moscou|Москва|Moskova|Moskwa|मास्को|موسكو
Europe/Riga|Riga|リガ|里加|리가|Riga|Riga|Riga|Riga|Рига|Riga|Riga|रीगा|ريغا
Asia/Almaty|Almaty|アルマトイ|阿拉木图|알마티|Almaty|Almaty|Almaty|Almaty|Алматы|Almatı|Almaty|अल्माटी|ألماتي
Asia/Tashkent|Tashkent|タシケント|塔什干|타슈켄트|Taschkent|Tachkent|Taskent|Tashkent|Ташкент|Taşkent|Tashkent|ताशकंद|طشقند
Asia/Tokyo|Tokyo|とうきょう|东京|도쿄|Tokio|Tokyo|Tokio|Tóquio|Токио|Tokyo|Tokyo|टोक्यो|طوكيو
America/New_York|New York|ニューヨーク|纽约|뉴욕|New York|New York|Nueva York|Nova York|Нью-Йорк|New York|New York|न्यूयॉर्क|نيويورك
America/Los_Angeles|Los Angeles|ロサンゼルス|洛杉矶|로스앤젤레스|Los Angeles|Los Angeles|Los Ángeles|Los Angeles|Лос-Анджелес|Los Angeles|Los Angeles|लॉस एंजिल्स|لوس أنجلوس
Europe/London|London|ロンドン|伦敦|런던|London|Londres|Londres|Londres|Лондон|Londra|London|लंदन|لندن
Africa/Cairo|Cairo|カイロ|开罗|카이로|Kairo|Le Caire|El Cairo|Cairo|Каир|Kahire|Kairo|काहिरा|القاهرة
Asia/Seoul|Seoul|ソウル|首尔|서울|Seoul|Séoul|Seúl|Seul|Сеул|Seul|Seoul|सियोल|سول
Australia/Melbourne|Melbourne|メルボルン|墨尔本|멜버른|Melbourne|Melbourne|Melbourne|Melbourne|Мельбурн|Melbourne|Melbourne|मेलबोर्न|ميلبورن
Europe/Athens|Athens|アテネ|雅典|아테네|Athen|Athènes|Atenas|Atenas|Афины|Atina|Athena|एथेंस|أثينا
Asia/Jakarta|Jakarta|ジャカルタ|雅加达|자카르타|Jakarta|Jakarta|Yakarta|Jacarta|Джакарта|Cakarta|Jakarta|जकार्ता|جاكرتا
America/Mexico_City|Mexico City|メキシコシティ|墨西哥城|멕시코시티|Mexiko-Stadt|Mexico|Ciudad de México|Cidade do México|Мехико|Meksiko|Mexico City|मेक्सिको सिटी|مكسيكو سيتي
Europe/Vienna|Austria|オーストリア|奥地利|오스트리아|Österreich|Autriche|Austria|Áustria|Австрия|Avusturya|Austria|ऑस्ट्रिया|النمسا
Africa/Nairobi|Kenya|ケニア|肯尼亚|케냐|Kenia|Kenya|Kenia|Quênia|Кения|Kenya|Kenya|केन्या|كينيا
Africa/Casablanca|Morocco|モロッコ|摩洛哥|모로코|Marokko|Maroc|Marruecos|Marrocos|Марокко|Fas|Maroko|मोरक्को|المغرب
Asia/Tokyo|Japan|日本|日本|일본|Japan|Japon|Japón|Japão|Япония|Japonya|Jepang|जापान|اليابان
America/Los_Angeles|Pacific Time|太平洋|太平洋|태평양|Westküste|Pacifique|Pacífico|Pacífico|Тихоокеан|Pasifik|Pasifik|प्रशांत|المحيط الهادي
`
  .trim()
  .split('\n')
  .map((line) => line.split('|'));

const json = (folder: string, language: LanguageCode): unknown =>
  JSON.parse(readFileSync(`.build/${folder}/${language}.json`, 'utf8'));
const known = new Map<LanguageCode, readonly KnownPlace[]>();

beforeAll(async () => {
  takeLanguageDataFrom((language, file) => Promise.resolve(json(file, language)));
  for (const language of languageCodes) known.set(language, await loadKnownPlaces(language));
});

describe.each(columns)('in %s', (language) => {
  const searches = typed.map(([zone = '', ...words]) => [
    words[columns.indexOf(language)] ?? '',
    zone,
  ]);

  test('thirty searches find their zones', () => {
    const cities = json('cities', language) as readonly City[];
    const places = known.get(language) ?? [];
    const missed = searches.filter(([search = '', zone = '']) => {
      const listed = foundPlaces(cities, search);
      const zones = [...listed, ...foundZones(places, search, listed)].map((one) => one.zone);
      return !zones.some((one) => isSameZone(one, zone));
    });
    expect(searches).toHaveLength(30);
    expect(missed).toEqual([]);
  });

  test('a place is offered once, with the name that the clocks show', () => {
    const { cities } = JSON.parse(readFileSync('../config/cities.json', 'utf8')) as {
      readonly cities: readonly { readonly zone: string; readonly names: Record<string, string> }[];
    };
    const doubled = (known.get(language) ?? []).filter(({ zone, name }) => {
      const others = (known.get(language) ?? []).filter((one) => one.zone === zone);
      return (
        others.length > 1 &&
        !cities.some((city) => city.zone === zone && city.names[language] === name)
      );
    });
    expect(doubled).toEqual([]);
  });

  test('one wrong letter is forgiven', () => {
    const places = known.get(language) ?? [];
    const missed = places
      .filter(({ name }) => /^\p{L}{7,}$/u.test(name.normalize('NFC')))
      .filter((_, at) => at % 9 === 0)
      .filter(({ zone, name }) => {
        const wrong = `${name.slice(0, 3)}${name.slice(4)}`;
        return !foundZones(places, wrong, []).some((one) => one.zone === zone);
      });
    expect(missed.map(({ name }) => name)).toEqual([]);
  });

  test('zones are found by the names of their cities', () => {
    const places = known.get(language) ?? [];
    expect(places.length).toBeGreaterThan(400);
    const some = places.filter((_, at) => at % 12 === 0);
    const missed = some.filter(
      ({ zone, name }) =>
        !foundZones(places, name, []).some((one) => one.zone === zone) &&
        places.filter((one) => one.name === name).length === 1,
    );
    expect(missed.map(({ name }) => name)).toEqual([]);
  });
});
