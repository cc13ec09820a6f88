// Indonesian words for the reader of typed times.
import { listOf, numbersOf, type Words } from '../words';

export const id: Words = {
  language: 'id',
  // tujuh, dua puluh lima
  numbers: numbersOf(
    'nol satu/se dua tiga empat lima enam tujuh delapan sembilan sepuluh sebelas dua_belas tiga_belas empat_belas lima_belas enam_belas tujuh_belas delapan_belas sembilan_belas',
    'dua_puluh tiga_puluh empat_puluh lima_puluh enam_puluh tujuh_puluh delapan_puluh sembilan_puluh',
    (ten, one) => `${ten} ${one}`,
  ),
  // jam 7, pukul 7, pada jam 7
  at: ['jam', 'jm', 'pukul', 'pkl', 'pada jam', 'pada pukul', 'sekitar jam', 'di jam'],
  of: ['jam', 'jm', 'pukul', 'pkl'],
  times: {
    // jam 7 lewat 15, jam 7 lebih 10 menit, jam 7 kurang 10, jam 7 kurang seperempat
    '{h} (lewat|lebih) {m}[ menit]': 0,
    '{h} (lewat|lebih) (seperempat|seprapat)': 15,
    '{h} kurang {m}[ menit]': 'before',
    '{h} kurang (seperempat|seprapat)': -15,
    // jam setengah 8 is 7:30
    'setengah {h}': -30,
    '{h} (tepat|teng|pas)': 0,
    '{h} setengah': 30,
    // jam 7an
    '{h}an': 0,
    // jam tujuh tiga puluh; dua puluh satu is 21
    '{h} sepuluh': 10,
    '{h} lima belas': 15,
    '{h} dua puluh[ {mw}]': 20,
    '{h} tiga puluh[ {mw}]': 30,
    '{h} empat puluh[ {mw}]': 40,
    '{h} lima puluh[ {mw}]': 50,
  },
  // tengah hari, tengah malam
  moments: { 'tengah hari': 720, 'siang bolong': 720, 'tengah malam': 1440 },
  parts: {
    // 7 pagi, 12 siang, 5 sore, 8 malam, 3 dini hari, 4 subuh
    pagi: [0, 11],
    'pagi hari': [1, 11],
    'dini hari': [0, 5],
    subuh: [3, 6],
    siang: [10, 15],
    'siang hari': [10, 15],
    sore: [14, 18],
    'sore hari': [14, 18],
    petang: [15, 19],
    malam: [18, 27],
    malem: [18, 27],
    mlm: [18, 27],
    // 7 pg, 4 sr
    pg: [0, 11],
    sr: [14, 18],
    'malam hari': [18, 27],
  },
  // besok pagi, nanti malam, Senin sore
  partsOfDays: {
    pagi: [1, 11],
    pg: [1, 11],
    'pagi-pagi': [1, 9],
    'pagi buta': [1, 6],
    'pagi sekali': [1, 9],
    'dini hari': [0, 5],
    subuh: [3, 6],
    siang: [10, 15],
    sore: [14, 18],
    petang: [15, 19],
    malam: [18, 27],
  },
  // Senin, Jumat
  weekdays: {
    mon: ['snn'],
    tue: ['sls'],
    wed: ['rbu'],
    thu: ['kms'],
    fri: ['jumat', "jum'at", 'jmt'],
    sat: ['sbt'],
    sun: ['minggu', 'ahad', 'mgg'],
  },
  // hari Senin, pada hari Senin
  on: ['hari', 'hr', 'pada hari', 'pada', 'tanggal', 'tgl', 'di hari'],
  days: {
    '(tanggal|tgl) {d} bulan depan': 'day of next month',
    'bulan depan (tanggal|tgl) {d}': 'day of next month',
    // natal jam 8; of the others the date changes
    '[hari ]natal': { month: 12, day: 25 },
    '(lebaran|idul fitri|idul adha|imlek|nyepi|waisak)': 'unknown',
    // nanti malam, malam ini, nanti sore
    '(nanti|ntar|entar|ini) (malam|malem|mlm)': { in: 0, part: [18, 27] },
    '(malam|malem|mlm) (ini|nanti)': { in: 0, part: [18, 27] },
    '(nanti|ntar|entar|ini) sore': { in: 0, part: [14, 18] },
    'sore (ini|nanti)': { in: 0, part: [14, 18] },
    '(nanti|ntar|entar|ini) siang': { in: 0, part: [10, 15] },
    'siang (ini|nanti)': { in: 0, part: [10, 15] },
    'pagi ini': { in: 0, part: [1, 11] },
    '(hari|hr) ini': 0,
    // nanti jam 9
    '(nanti|ntar|entar)': 0,
    // malam Minggu is Saturday evening
    '[hari ](malam|malem|mlm) {day}[ (ini|depan|besok|nanti)]': 'unknown',
    besok: 1,
    bsk: 1,
    bsok: 1,
    esok: 1,
    lusa: 2,
    'besok lusa': 2,
    // 3 hari lagi, minggu depan
    '{n} {unit} lagi': 0,
    'seminggu lagi': 7,
    // Senin depan
    '[hari ]{day} depan': 'next',
    '[hari ]{day} minggu depan': 'next week',
    '[hari ]{day} minggu ini': 'this week',
    'minggu depan [hari ]{day}': 'next week',
    '[hari ]{day} depannya[ lagi]': 'unknown',
    '[hari ]{day} (ini|besok)': 'coming',
    // tanggal 24, hari Minggu tgl 29
    '(tanggal|tgl) {d}': 'day of month',
    '[hari ]{day} (tanggal|tgl) {d}': 'day of month',
  },
  dates: [
    '{month} {d}',
    '(tanggal|tgl) {d} {month}',
    '(tanggal|tgl) {d} {month} {year}',
    '(tanggal|tgl) {date}',
  ],
  // Senin sampai Jumat
  to: ['sampai', 'hingga', 's/d', 'sd', 'sampai dengan', 'ke'],
  and: ['dan', 'serta', '&', 'sama'],
  // 2 jam kurang 10 menit
  less: ['kurang'],
  // 8 atau 9 menit, 8 eh 9 menit
  or: ['atau', 'eh', 'bukan', 'apa'],
  // mulai jam 8, 3 kali 10 menit
  limits: ['mulai', 'mulai dari', 'sejak', 'paling lambat', 'maksimal', 'kali'],
  rhythms: {
    // setiap hari, tiap hari
    '(setiap|tiap|tiap-tiap|tiap2) (hari|hr)': 'daily',
    harian: 'daily',
    // setiap pagi, tiap malam
    '(setiap|tiap) {part}': 'daily',
    // tiap jam 9
    '(setiap|tiap) (jam|jm|pukul)': 'daily',
    // hari kerja, hari biasa
    '[(setiap|tiap) ]hari kerja': 'weekday',
    // setiap hari kecuali Jumat
    '[(setiap|tiap) (hari|hr)[,] ](kecuali|selain)[ hari] ({day}|{days})': 'other days',
    '[(setiap|tiap) (hari|hr)[,] ](kecuali|selain) (akhir pekan|weekend)': 'no weekend',
    // akhir pekan
    '[(setiap|tiap|di|pas) ](akhir pekan|weekend)': 'weekend',
    '(akhir pekan|weekend) (ini|depan|besok)': 'unknown',
    // setiap Senin, tiap hari Senin, setiap Senin dan Kamis
    '(setiap|tiap)[ hari] {day}': 'days',
    '(setiap|tiap)[ hari] {days}': 'days',
    // dua hari sekali, setiap 3 hari
    '(dua|2) hari sekali': 'every second day',
    '{n} hari sekali': 'every n days',
    '(selang sehari|selang-seling|tiap dua hari|setiap dua hari)': 'every second day',
    '(setiap|tiap) {n} hari': 'every n days',
    // dua minggu sekali hari Senin, setiap 2 minggu pada hari Senin
    '(dua|2) minggu sekali[ (hari|pada hari|setiap|pada)][ {day}]': 'every second week',
    '{n} minggu sekali[ (hari|pada hari|setiap|pada)][ {day}]': 'every n weeks',
    '(setiap|tiap) {n} minggu[ (hari|pada hari|pada)][ {day}]': 'every n weeks',
    '(setiap|tiap) {n} minggu[ (hari|pada hari|pada)] {days}': 'every n weeks',
    // Senin pertama setiap bulan, setiap Senin pertama
    '[(setiap|tiap) ][hari ]{day} {nth}( setiap bulan| tiap bulan| dalam sebulan| bulan)':
      'nth day',
    '(setiap|tiap)[ hari] {day} {nth}': 'nth day',
    // setiap tanggal 15, hari terakhir setiap bulan
    '(setiap|tiap) (tanggal|tgl) {d}[ (dan|&) {d}]': 'date',
    '(tanggal|tgl) {d}[ (dan|&) {d}] (setiap|tiap) bulan': 'date',
    '(setiap bulan|tiap bulan|sebulan sekali)[,] (tanggal|tgl) {d}': 'date',
    'hari terakhir (setiap|tiap) bulan': 'last date',
    '(setiap|tiap) akhir bulan': 'last date',
    // setiap tahun tanggal 24 Desember
    '(setiap|tiap) {date}': 'yearly',
    '(setiap|tiap) tahun[ (tanggal|tgl|pada)] {date}': 'yearly',
  },
  // Senin pertama
  nth: { pertama: 1, kedua: 2, ketiga: 3, keempat: 4, terakhir: -1 },
  units: {
    hour: ['jam', 'jm', 'jam-an'],
    minute: ['menit', 'mnt', 'menitan', "'"],
    second: ['detik', 'dtk', 'dtik'],
    day: ['hari'],
    week: ['pekan'],
  },
  amounts: {
    // setengah jam, satu setengah jam, seperempat jam
    setengah: 0.5,
    seperempat: 0.25,
    'tiga perempat': 0.75,
    '{n} setengah': 0.5,
    '{n} seperempat': 0.25,
  },
  // satu jam seperempat
  andParts: { 'tiga perempat': 0.75, setengah: 0.5, seperempat: 0.25, 'kurang seperempat': -0.25 },
  lengths: {
    // sejam, semenit, sejam setengah
    sejam: 3600,
    semenit: 60,
    sedetik: 1,
    'sejam setengah': 5400,
    'satu jam setengah': 5400,
    'sejam seperempat': 4500,
    'setengah jaman': 1800,
  },
  // 20 menit lagi, dalam 20 menit
  whiles: listOf(`
      (kira-kira|sekitar|kurang lebih|kira2) {length} (lagi|lg), (kira-kira|sekitar|kurang lebih|kira2|dalam waktu) {length},
      {length} (lagi|lg), dalam {length}, {length} dari sekarang, setelah {length}
    `),
  // sampai jam 19
  until: ['sampai jam', 'sampai pukul', 'hingga jam', 'hingga pukul', 'sampai', 'hingga'],
  small: listOf(`dong, ya, yuk, deh, nih, hampir, kurang lebih, kira-kira, sekitar, teng, tepat, 
    untuk, pada, dan, di, ke, alarm, timer, selama, buat, bangun, jam, pukul, hari, jm
  `),
  // bangunkan aku jam 7, pasang alarm
  orders: listOf(`
    bangunkan, bangunkan aku, bangunkan saya, bangunin, bangunin aku, ingatkan, ingatkan aku,
    ingatkan saya, ingatkan aku untuk, ingatkan saya untuk, ingetin, ingetin aku, tolong, pasang,
    setel, atur, set, hitung mundur,
    tolong bangunin, bangunin saya, bangunin gue, bangunin gw, ingetin saya, ingetin gue, ingetin gw, kasih tau, kasih tahu, alarm jam, pasang alarm,
    pasang timer, tolong pasang, tolong ingatkan, mohon, pls, aku harus, saya harus, setelin, pasangin, mulai timer, nyalakan alarm, bangunkan kami
  `),
  verbs: ['bunyi', 'bunyikan', 'nyalain', 'nyalakan', 'mulai'],
  asked: listOf(`
      dimatikan, gak usah, ga usah, gausah, nggak usah, ngga usah, tidak usah, tidak perlu, gak perlu, ga perlu, batalin, trus,
      jgn, matiin aja, dikali, dibatalkan, dihapus, gajadi, ga jadi, gak jadi, nggak jadi
    `),
  counted: listOf(
    'dosis, liter, kilo, gelas, sendok, jeruk, tablet, pil, butir, biji, orang, tiket, kardus, buah, kotak, bungkus, botol, putaran, set, ekor, lembar, push up, kali, kapsul',
  ),
  wakes: listOf(
    'bangunkan, bangunin, bangunkan aku, bangunkan saya, bangunin aku, bangunin saya, bangunin gue, bangunin gw, bangun',
  ),
  titles: ['pak', 'bu', 'mas', 'mbak', 'jalan', 'jl'],
  refusals: [
    'matiin',
    'matiin alarm',
    'hapusin',
    'apus',
    'cancel',
    'batalin alarm',
    'ga jadi',
    'gak jadi',
    'batalin',
    'batal',
    'batalkan',
    'hapus',
    'matikan',
  ],
  timeWords: listOf(`
    jam, pukul, setiap, tiap, setengah, seperempat, kurang, lewat, lebih, pagi, siang, sore,
    petang, malam, subuh, besok, esok, lusa, kemarin, nanti, hari ini, minggu, bulan, tahun, depan,
    sekali, harian, mingguan, bulanan, tahunan, kecuali, akhir pekan, tengah malam, tengah hari,
    lagi, jangan, bukan, setelah, sehabis, nggak, enggak, gak, tidak, tadi, kapan, berapa, apakah,
    sebelum, sesudah, selain, batal, batalkan, terus, lalu, hr, lg, kmrn
  `),
  notTimes: listOf(`
    ada, lebih, seorang, selain, sang, malah, bohong, nakal, adakah, apakah, betapa, hai, jung,
    but, beta, Agus, Deni, Doni, Hani, Haris, Sri, senang, sering, sedang, saling, jamin, Japan, dekatnya, dengannya, jaman, zaman, star, DNA, pass, Ming, diri, berada, tinggal, sehingga, macam, bebas, sebelah, bakal, entah, kanan, berupa, keduanya, ribu, abad, ragu, keseluruhan, suruh, kesepakatan,
    sebutan, satuan, kesepian, bulat, sepakat, kesenangan, sepasang, kesatuan, kesejahteraan, jantan, bagaikan, tindak, enggan, seberang, kesedihan,
    kesetiaan, setinggi, semudah, terlahir, keseimbangan, euro, bakalan, subur, tai, bata, semasa, batasan, apalah, judi, dalem, Batak, Hadi, pati, kumis, detak, lebat,
    Dean, Sean, kapas, Lia, Luna, sekelas, segelas, kerang, kesempurnaan, akhiri, din, peka, tip, serasa, bra, dekan, seram, skor, score, Dani, kera, silang, ski, Julie,
    bokong, MRT, some, belok, sekarat, rambu, FBI, pai, pakan, haru, than, Dino, Kamil, Dina, Dimas, kami, kamu, apotek, malaikat, Salma, Malik, lewatkan, jalan, jalan-jalan,
    ketiganya, see, hard, sing, ding, hart, june, spt, dsb, smu, score, lau, Marta, Sabda, Rahma, Rabiah, Jumadi, serial, soto, tahu bulat, dekat, batas,
    Kamila, Sela, Mingming,
    ulang tahun, jam tangan, hari raya, teras, keras, kertas, istirahat siang, tidur malam,
    lari sore, jalan pagi, jalan sore, senam pagi, kelas pagi, kelas siang, kelas sore, kelas malam,
    shift pagi, shift siang, shift sore, obat pagi, obat siang, obat malam, doa pagi, doa malam,
    berita pagi, berita malam, kopi pagi, kopi sore, piket pagi, piket malam, les sore, les malam,
    apel pagi, sarapan siang, tidur siang, selada, makan siang, makan malam, selamat pagi, selamat malam, pasar malam,
    sholat subuh, shift malam, olahraga pagi, lari pagi, lebih banyak, sarapan pagi, sampah, tahu,
    padi, beras, pesan, seni, tempat, makam, macet, hati, Haji, tahan, lebah, lupa, bekas,
    alam, bangunan, ingatan, sebelum makan, sesudah makan, setelah makan, sebelum tidur, sebelum berangkat, jangan lupa,
    senam, senyum, Semarang, karang, luka, Ratu, tangga, pulih, pelan, buka, kapal, bantal, kawan,
    kesehatan, lezat, malas, sarang, multi, mie, mi, sidang, Lisa, Julia, Ahmad, Batam, Serang,
    Kupang, selai, perempuan, kesempatan, keselamatan, kesenian, tubuh, perang, petani, juri, blog,
    pedang, SMP, SMAN, kamus, market, store, page, selam, tunggal, pegang, tahanan, setia, balas,
    luas, peran, dewan
  `),
};
