// Chinese words for the reader of typed times.
import type { Words } from '../words';

export const zh: Words = {
  language: 'zh',
  times: {
    // 7点, 7点半, 7点30, 7点30分
    '{h} (点|點|时|時)': 0,
    '{h} (点|點|时|時) {m} 分': 0,
    '{h} (点|點|时|時) {mm}': 0,
    '{h} (点|點) 半': 30,
  },
  // 中午, 午夜
  moments: { 正午: 720, 午夜: 1440 },
  parts: {
    // 今晚, 晚上12点
    晚上: [18, 24],
    半夜: [22, 28],
    中午: [11, 14],
    早晨: [4, 10],
    傍晚: [16, 20],
  },
  // 星期天, 礼拜一
  weekdays: {
    mon: ['礼拜一'],
    tue: ['礼拜二'],
    wed: ['礼拜三'],
    thu: ['礼拜四'],
    fri: ['礼拜五'],
    sat: ['礼拜六'],
    sun: ['星期天', '礼拜天', '周天'],
  },
  // 12月24日
  dates: ['{mo}[ ]月[ ]{d}[ ](日|号)', '{year}[ ]年[ ]{mo}[ ]月[ ]{d}[ ](日|号)'],
  to: ['至', '到'],
  and: ['和'],
  rhythms: {
    // 每日
    每日: 'daily',
    天天: 'daily',
    // 工作日
    工作日: 'weekday',
    平日: 'weekday',
    // 周末
    周末: 'weekend',
    // 每周一
    '每{day}': 'days',
    '每{days}': 'days',
  },
  units: { hour: ['小时'], minute: ['分', '分钟'], second: ['秒', '秒钟'] },
  // 20分钟后
  whiles: ['{length}(后|後)', '{length} (后|後)'],
  small: ['的', '在'],
  timeWords: [
    '每',
    '每周',
    '每天',
    '每月',
    '每年',
    '一刻',
    '三刻',
    '半',
    '今晚',
    '明早',
    '今早',
    '下周',
    '上午',
    '下午',
    '早上',
    '晚上',
    '中午',
    '凌晨',
  ],
};
