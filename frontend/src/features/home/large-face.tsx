// The visitor's own time on a large face, beside the digits that say the same.
import { AnalogFace } from '../../components/faces/analog-face';
import { useMinute } from '../../time/synchronised-time';
import { useVisitorZone } from '../../time/visitor-zone';

export function LargeFace() {
  // Hidden from assistive technology by what it stands in, as the digits say it already.
  return <AnalogFace minute={useMinute()} zone={useVisitorZone()} place="" />;
}
