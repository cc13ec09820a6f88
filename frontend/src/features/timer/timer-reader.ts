// What the timer page needs to read its line and its ring; loaded when the page is idle or one of them is used.
export { lengthWords } from '../../i18n/typed-length';
export { typedTimer } from '../../i18n/typed-length';
export { grasped, wound, woundLength } from './ring-winding';
