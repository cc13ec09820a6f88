// Turkish words for the reader of typed times.
import { listOf, numbersOf, type Words } from '../words';

const low =
  'sıfır bir iki üç dört beş altı yedi sekiz dokuz on on_bir on_iki on_üç on_dört on_beş on_altı on_yedi on_sekiz on_dokuz';
const tens = 'yirmi otuz kırk elli altmış yetmiş seksen doksan';

/** Without bir, which is also an article. */
const numbers = Object.fromEntries(
  Object.entries({
    ...numbersOf(low, tens, (ten, one) => `${ten} ${one}`),
    ...numbersOf(low.replaceAll('_', ''), tens, (ten, one) => `${ten}${one}`),
  }).filter(([word]) => word !== 'bir'),
);

export const tr: Words = {
  language: 'tr',
  numbers: {
    // yedi, yirmi beş, yirmibeş
    ...numbers,
    yüz: 100,
    // saat sekize; ona is also to him, and therefore only among the hours
    ikiye: 2,
    üçe: 3,
    dörde: 4,
    beşe: 5,
    altıya: 6,
    yediye: 7,
    sekize: 8,
    dokuza: 9,
    'on bire': 11,
    onbire: 11,
    'on ikiye': 12,
    onikiye: 12,
  },
  hours: {
    // bir buçuk, bire çeyrek var; bi is the beginning of bir, yar that of yarım
    bir: 1,
    bi: 1,
    yar: 12,
    bire: 1,
    ona: 10,
    // yediyi on geçe
    biri: 1,
    ikiyi: 2,
    üçü: 3,
    dördü: 4,
    beşi: 5,
    altıyı: 6,
    yediyi: 7,
    sekizi: 8,
    dokuzu: 9,
    onu: 10,
    'on biri': 11,
    onbiri: 11,
    'on ikiyi': 12,
    onikiyi: 12,
  },
  // saat 7, tam 7
  at: ['saat', 'tam', 'saat tam'],
  // akşam saat 8
  of: ['saat'],
  times: {
    // 7 buçuk, yedi buçuk
    '{h} buçuk': 30,
    '{h} buçuğa': 30,
    // yedi otuz, on iki kırk beş, yedi sıfır beş; yedi iki ekmek is no time
    '{h} on[[ ]{mw}]': 10,
    '{h} yirmi[[ ]{mw}]': 20,
    '{h} otuz[[ ]{mw}]': 30,
    '{h} kırk[[ ]{mw}]': 40,
    '{h} elli[[ ]{mw}]': 50,
    '{h} sıfır {mw}': 0,
    // saat bir, birde, saat yarım
    'saat {h}r': 0,
    '[saat ]{h}rde': 0,
    'saat {h}ım': 30,
    // 7 alarmını 8'e al has two times
    '{h} alarmını': 0,
    // 8'de spor, 8'e kur
    "{h}'(de|da|te|ta|e|a|ye|ya|i|u|si|inde|unde|unda|sinde)": 0,
    // 8'e çeyrek var, sekize çeyrek kala
    "{h}[['| ](e|a|ye|ya)] çeyrek (var|kala)": -15,
    // 7'yi çeyrek geçe, yediyi çeyrek geçiyor
    "{h}[['| ](i|u|yi|yu)] çeyrek (geçe|geçiyor)": 15,
    // 8'e 10 var, sekize beş kala, 8'e 10 dakika kala
    "{h}[['| ](e|a|ye|ya)] {m}[ (dakika|dk)] (var|kala)": 'before',
    // 7'yi on geçe, yediyi yirmi geçiyor
    "{h}[['| ](i|u|yi|yu)] {m}[ (dakika|dk)] (geçe|geçiyor)": 0,
    // gece yarısına 10 kala, gece yarısını çeyrek geçe
    '{moment}na {m}[ (dakika|dk)] (var|kala)': 'before',
    '{moment}na çeyrek (var|kala)': -15,
    '{moment}nı {m}[ (dakika|dk)] (geçe|geçiyor)': 0,
    '{moment}nı çeyrek (geçe|geçiyor)': 15,
  },
  moments: {
    // öğlen, gece yarısı
    öğlen: 720,
    öğleyin: 720,
    'gece yarısı': 1440,
    // gece bir, öğlen bir
    'gece bir': 60,
    'öğlen bir': 780,
    'öğleden sonra bir': 780,
    // öğlen yarım
    'öğlen yarım': 750,
    'öğle yarım': 750,
    'gece yarım': 30,
  },
  parts: {
    // sabah 6, akşam 8, gece 2
    sabah: [4, 11],
    sabahın: [3, 11],
    'sabahın köründe': [3, 6],
    'sabah erkenden': [3, 9],
    'sabah erken': [3, 9],
    'akşam geç': [19, 24],
    'gece geç': [21, 29],
    sabahleyin: [4, 11],
    'sabaha karşı': [2, 6],
    'öğleden önce': [7, 12],
    öğle: [11, 14],
    öğlen: [11, 14],
    öğleyin: [11, 14],
    'öğleden sonra': [12, 18],
    ikindi: [14, 18],
    akşamüstü: [15, 19],
    'akşam üstü': [15, 19],
    'akşam üzeri': [15, 19],
    akşamüzeri: [15, 19],
    akşam: [16, 23],
    akşama: [16, 23],
    sabaha: [4, 11],
    geceye: [20, 29],
    öğlene: [11, 14],
    akşamleyin: [16, 23],
    gece: [20, 29],
    geceleyin: [20, 29],
  },
  // salı akşamı 8
  partsOfDays: {
    sabahı: [4, 11],
    öğleni: [11, 14],
    akşamı: [16, 23],
    gecesi: [20, 29],
  },
  // pzt; cumaya, salıya
  weekdays: {
    mon: ['pazartesiye', 'pzt', 'pts'],
    tue: ['salıya'],
    wed: ['çarşambaya', 'çarş', 'çrş'],
    thu: ['perşembeye', 'perş', 'prş'],
    fri: ['cumaya'],
    sat: ['cumartesiye', 'cmt', 'cts'],
    sun: ['pazara'],
  },
  days: {
    '(gelecek|önümüzdeki) ayın {d}': 'day of next month',
    // öbürsü gün, ertesi gün
    'öbürsü gün': 2,
    öbürgün: 2,
    'yarından sonra': 2,
    yarına: 1,
    'yarın değil öbür gün': 2,
    // bu akşam 9, bu gece 2
    'bu sabah': { in: 0, part: [4, 11] },
    '(bu|bugün) öğlen': { in: 0, part: [11, 14] },
    // The time after it has its part of the day: bu | akşam 9
    bu: 0,
    'bu akşam': { in: 0, part: [16, 23] },
    'bu gece': { in: 0, part: [20, 29] },
    // 3 gün sonra, bir hafta sonra
    '{n} {unit} sonra': 0,
    // cuma günü, bu cuma, önümüzdeki cuma
    'yılbaşı (gecesi|akşamı)': { month: 12, day: 31 },
    '(bu|önümüzdeki) {day}': 'coming',
    '{day} (günü|gününe)': 'coming',
    // gelecek pazartesi, haftaya pazartesi
    '(gelecek|öteki) {day}[ günü]': 'next',
    '(haftaya|gelecek hafta|önümüzdeki hafta) {day}[ günü]': 'next week',
    'bu hafta {day}[ günü]': 'this week',
    'haftaya bugün': 7,
    // ayın 24'ünde
    '[bu ]ayın {d}[ günü]': 'day of month',
    // 25'i çarşamba, çarşamba ayın 25'i
    "(ayın {d}|{d}'(i|u|si|inde|unde|sinde)) {day}[ günü]": 'day of month',
    '{day} ayın {d}': 'day of month',
  },
  // 24'ü, 15'inde, 24'üne
  ordinals: [
    '.',
    "'i",
    "'u",
    "'si",
    "'inde",
    "'unde",
    "'unda",
    "'sinde",
    "'ine",
    "'une",
    "'sine",
    'inde',
    'unde',
    'unda',
    'sinde',
  ],
  // 24 aralık günü
  dates: ['{d} {month} günü'],
  // pazartesi ile cuma, pazartesiden cumaya
  to: ['ile', 'den', 'dan', "'den", "'dan"],
  and: ['ve', 'ile'],
  each: ['her'],
  // 8 ya da 9 dakika, 8 değil 9 dakika
  or: [
    'ya da',
    'yada',
    'veya',
    'değil',
    'yok',
    'hayır',
    'olmadı',
    'pardon',
    'aslında',
    'daha doğrusu',
    'dur',
  ],
  rhythms: {
    // her gün
    'her gün': 'daily',
    hergün: 'daily',
    // her sabah, akşamları
    'her {part}': 'daily',
    '[her ]{part}(leri|ları)': 'daily',
    // hafta içi, iş günleri
    '[her ](hafta içi|haftaiçi|hafta içleri|hafta arası)[ (her gün|hergün|her {part})]': 'weekday',
    '[her ](iş günü|iş günleri)': 'weekday',
    // pazar hariç her gün
    '[her gün[,] ]({day}|{days})[ günü| günleri] (hariç|dışında)[[,] her gün]': 'other days',
    '[her gün[,] ](hafta sonu|haftasonu|hafta sonları) (hariç|dışında)[[,] her gün]': 'no weekend',
    // hafta sonu
    '[her ](hafta sonu|haftasonu|hafta sonları|haftasonları)': 'weekend',
    // This weekend is nothing that an alarm has: it asks.
    '(bu|gelecek|önümüzdeki) (hafta sonu|haftasonu|hafta içi)': 'nth day',
    // her pazartesi, her salı ve perşembe, pazartesileri, salı günleri
    '[her hafta ]her {day}[ günü]': 'days',
    'her {days}[ günü]': 'days',
    'her hafta {day}[ günü]': 'days',
    'her hafta {days}[ (günü|günleri)]': 'days',
    '{day}(leri|ları)': 'days',
    '{days}(leri|ları)': 'days',
    '{day} günleri': 'days',
    // pazartesi sabahları
    '({day}|{days}) {part}(leri|ları)': 'days',
    '{days} (günleri|günü|arası)': 'days',
    '{days} kadar': 'days',
    // iki günde bir, gün aşırı
    '[her ]{n} günde bir': 'every n days',
    'gün aşırı': 'every second day',
    // iki haftada bir pazartesi
    '[her ]{n} haftada bir[ her][ {day}[ (günü|günleri)]]': 'every n weeks',
    '[her ]{n} haftada bir {days}[ (günü|günleri)]': 'every n weeks',
    // ayın ilk pazartesi günü, her ayın son cuması
    '[her ]ayın {nth} {day}[si|i][ günü]': 'nth day',
    // her ayın 15'inde, ayın son günü
    'her ayın {d}[ günü]': 'date',
    'her ayın {d} ve {d}[ (günü|günleri)]': 'date',
    '[her ]ayın son günü': 'last date',
    // her yıl 24 aralık
    'her[ (yıl|sene)] {date}': 'yearly',
  },
  // ilk pazartesi
  nth: {
    ilk: 1,
    birinci: 1,
    '1.': 1,
    ikinci: 2,
    '2.': 2,
    üçüncü: 3,
    '3.': 3,
    dördüncü: 4,
    '4.': 4,
    son: -1,
  },
  otherMonths: ['eylül', 'ekim', 'nisan'],
  // salıları ve cumaları
  pluralDays: ['leri', 'ları'],
  // 4 dakikalık çay; 20 dakika sonra, also of a timer
  units: {
    hour: ['sa', 'saat', 'saatlik', 'saate', 'saat sonra'],
    minute: ['dk', 'dak', 'dakika', 'dakikalık', 'dakikaya', 'dakka', 'dakika sonra', 'dk sonra'],
    second: ['sn', 'saniye', 'saniyelik', 'saniye sonra'],
    day: ['gün'],
    week: ['hafta'],
  },
  amounts: {
    // bir saat, bir buçuk saat, yarım saat, çeyrek saat, iki buçuk dakika
    bir: 1,
    'bir buçuk': 1.5,
    yarım: 0.5,
    çeyrek: 0.25,
    'üç çeyrek': 0.75,
    '{n} buçuk': 0.5,
  },
  // 20 dakika sonra, 20 dakika içinde
  whiles: ['{length} sonra', '{length} sonraya', '{length} içinde'],
  // 19:30'a kadar, sekize kadar
  untilAfter: [
    'kadar',
    "'e kadar",
    "'a kadar",
    "'ye kadar",
    "'ya kadar",
    'e kadar',
    'a kadar',
    'ye kadar',
    'ya kadar',
  ],
  // 8'de, 8'e, yedide
  endings: ["'de", "'da", "'te", "'ta", "'e", "'a", "'ye", "'ya", 'de', 'da', 'te', 'ta'],
  // beni 6:15'te uyandır
  small: listOf(`
    sadece, yalnızca, gibi, doğru, civarı, civarında, sularında, için, ve, de, da, beni, bana, alarm, alarmı, alarmını, kur, hatırlat, uyandır, hatırlatma
  `),
  // orders to the device
  orders: listOf(`
    zamanlayıcı, zamanlayıcı kur, sayaç kur, sayaç başlat, alarm kur, lütfen, uyandırır mısın, hatırlatır mısın,
    kaldır, ayarla,
    koy, koyun, koyar mısın, ekle, oluştur, ayarlar mısın, kuruver, kurabilir misin, uyandırabilir misin, hatırlatabilir misin, ayarlayabilir misin, kusura bakma, uyar, uyarır mısın, uyarın, haber ver, haber verir misin, çaldır, çal, teşekkürler, teşekkür ederim, sağ ol, sağol, rica etsem, zahmet olmazsa,
    kurar mısın, kurun, uyandırın, hatırlatın, başlat
  `),
  // yedi buçukta uyandır
  wakes: listOf(
    'uyandır, uyandırın, uyandırır mısın, kaldır, kalk, uyan, kalkış, uyanış, kahvaltı',
  ),
  refusals: ['iptal', 'iptal et', 'sil', 'kapat', 'vazgeç'],
  timeWords: listOf(`
    pazartesiden, salıdan, çarşambadan, perşembeden, cumadan, cumartesiden, pazardan, aşırı, dakika,
    saniye, asla, kere, kez, defa, bayramlarda, bayramları, resmi tatil, resmi tatillerde, her, bir, saatte, saat başı, dakikada, buçuk, çeyrek, yarım, var, geçe, geçiyor, kala, kadar,
    önce, sonra, arası, hariç, günde, günler, günleri, hafta, haftada, haftaya, haftalık, ay, ayda,
    ayın, aylık, yıl, yılda, yıllık, günlük, gelecek, önümüzdeki, geçen, akşam, akşamları, sabah,
    sabahları, gece, geceleri, öğle, öğlen, öğleden sonra, bugün, yarın, dün, öbür gün, ertesi,
    yarısı, 'den, 'dan, 'ten, 'tan, değil, yok, hayır, uyandırma, dışında, ne zaman, kaçta, mi, mu,
    bugünlük, bu seferlik, bir seferlik, iptal, önceki, dünkü, gün, evvelsi, evvelki, itibaren, başlayarak, yarından
  `),
  // yarınki 7 alarmını 8'e al
  asked: listOf(`
    yarınki, bugünkü, sabahki, akşamki, ertele, kaydır, öne al, geri al, ileri al, alarmını al, alarmımı
  `),
  // yılbaşı 23:59: a day that is not known
  limits: listOf(`
    yılbaşı, yılbaşında, noel, noelde, bayram, bayramda, arife, arefe, arife günü, ramazan, ramazanda, kandil, kandilde, bayram sabahı, doğum günümde, tatilde
  `),
  notTimes: listOf(`
    eşim, hazır, resim, tatlı, hastalık, perde, Eren, dünya, büyük, aynı, olur, öyle, bütün, bunun, gelen, üzerine, üzerinde, üzerinden, geliyor, üzere, erkek, yoksa, zamanda, sonunda, yakın, yanında, yanına, yanımda, başına, üst, hatta, içine, içinden, içimde, geçti, alt, sende, zamanı, yerinde, yerinden, yerin, üstüne, üstünde, üstün, üste, basit, aşırı, almış, almıştır, işleri, şeyleri, hata, yolda, saldırı, öne, önde, döndü, burda, sayı, yapın, yapım, yapısı, sağlar, sağladı, sahte, yandan, sınır, sinir, usta, bizde, sizde, aşağıda, sözleri, aracı, ölen, ölür, ikili, TRT, adında, içeri, başıma, başta, adamları, dışına, eli, karısı, karşıya, karşın, yazısı, yazın, onca, pes, katkıda, ömür, şart, kısım, red, şarkıları, arazi, güler, başlayacak, doğdu, kaçtı, sesleri, gri, kader, karı, gelerek, dene, açlık, yönde, sayede, zamanla, anında, saati, gene, şunları, sizleri, sahada,
    ütü, Yasin, Yaren, Onur, çarşı, salata, yarış, pazarlama, kreş, kreşe, kreşten, yaş, yaşına, yaşında,
    pazara git, pazara gidilecek, pazara gideceğim, pazar alışverişi, otel, oteli, altını, altına, altında, ara, kas, bir şey, bir bardak, bir tane, bir fincan, bir kahve, akşam yemeği, öğle yemeği, öğle uykusu, öğle arası, öğle molası, sabah kahvesi, akşam yürüyüşü, sabah yürüyüşü, akşam çayı, sabah toplantısı, gece kremi, gece mesaisi,
    sabah sporu, sabah koşusu, gece vardiyası, iyi geceler, iyi akşamlar, günlük yaz, doğum günü,
    yemekten sonra, yemekten önce, yatmadan önce, okuldan sonra, işten sonra, toplantı var,
    toplantım var, randevu var, randevum var, ders var, dersim var, sınav var, maç var, pasta,
    posta, Ali, sade, hasta, şiir, yardım, yayın, özür, karar, çanta, burun, harita, bira, yarışma,
    kalite, sarı, Kadir, evim, sanat, Mert, Sarah, çamaşır, dede, perde, kart, kartı, denge, tahta,
    ada, ata, çare, yok yazma, Salih, Şahin, Mary, Mark, mide, oğlu, ekip, cümle, hayran
  `),
};
