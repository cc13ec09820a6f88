// The visitor's own time on a large face, beside digits with the same time.
import { AnalogFace } from '../../components/faces/analog-face';
import { useMinute } from '../../time/synchronised-time';
import { useVisitorZone } from '../../time/visitor-zone';

export function LargeFace() {
  // Its container hides it from assistive technology, because the digits have the same time.
  return <AnalogFace minute={useMinute()} zone={useVisitorZone()} place="" />;
}
