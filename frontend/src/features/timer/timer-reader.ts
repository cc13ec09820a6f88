// What the timer page needs to wind its ring; loaded when the page is idle or the ring is used.
export { grasped, wound, woundLength } from './ring-winding';
