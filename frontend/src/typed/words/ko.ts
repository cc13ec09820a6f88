// Korean words for the reader of typed times.
import type { Words } from '../words';

export const ko: Words = {
  language: 'ko',
  times: {
    // 7시, 7시 30분, 7시 반
    '{h} 시(에|쯤|)': 0,
    '{h} 시 {m} 분(에|쯤|)': 0,
    '{h} 시 {mm}': 0,
    '{h} 시 반(에|쯤|)': 30,
  },
  // 정오, 자정
  moments: { 정오: 720, 자정: 1440 },
  parts: {
    // 새벽 2시, 아침 7시, 낮 12시, 점심 1시, 저녁 7시, 밤 12시
    새벽: [0, 6],
    아침: [4, 11],
    낮: [11, 16],
    점심: [11, 14],
    저녁: [17, 22],
    밤: [19, 28],
  },
  // 12월 24일
  dates: ['{mo}[ ]월[ ]{d}[ ]일', '{year}[ ]년[ ]{mo}[ ]월[ ]{d}[ ]일'],
  to: ['부터'],
  and: ['과', '와', '및'],
  rhythms: {
    // 날마다
    날마다: 'daily',
    매일매일: 'daily',
    // 평일
    평일: 'weekday',
    주중: 'weekday',
    // 주말
    주말: 'weekend',
    // 매주 월요일
    '매주 {day}': 'days',
    '매주 {days}': 'days',
  },
  units: { hour: ['시간'], minute: ['분'], second: ['초'] },
  // 20분 후, 20분 뒤
  whiles: ['{length} (후|뒤)', '{length} (후에|뒤에)'],
  // 7시에, 7시쯤
  endings: ['에', '쯤', '쯤에'],
  small: ['에', '에는'],
  timeWords: [
    '매주',
    '매일',
    '매월',
    '매달',
    '매년',
    '반',
    '오늘',
    '내일',
    '다음',
    '이번',
    '다음주',
    '오전',
    '오후',
    '아침',
    '저녁',
    '밤',
    '새벽',
    '전',
  ],
};
