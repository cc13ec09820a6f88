// The position of the sun, after NOAA's solar calculator (Meeus, Astronomical Algorithms, chapters 25 and 28).

/** Degrees, north and east positive. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** The altitude of the sun's centre at its visible rise and set, because of refraction and its radius. */
export const horizon = -0.833;
/** Civil twilight ends when the sun is this low. */
export const civilDusk = -6;

/** The altitude of the sun's centre in degrees, without refraction; accurate to a few hundredths. */
export function sunAltitude(instant: number, { latitude, longitude }: Coordinates): number {
  const { declination, equationOfTime } = sunAt(instant);
  const minutesUtc = mod(instant / 60_000, 1440);
  // True solar time: noon is where the sun is due south or north.
  const hourAngle = (minutesUtc + equationOfTime + 4 * longitude) / 4 - 180;
  const sine = sin(latitude) * sin(declination) + cos(latitude) * cos(declination) * cos(hourAngle);
  return (Math.asin(Math.min(1, Math.max(-1, sine))) * 180) / Math.PI;
}

interface Sun {
  /** Degrees north of the equator. */
  readonly declination: number;
  /** Minutes by which a sundial is ahead of a clock. */
  readonly equationOfTime: number;
}

function sunAt(instant: number): Sun {
  const century = (instant / 86_400_000 + 2_440_587.5 - 2_451_545) / 36_525;
  const meanLongitude = mod(280.46646 + century * (36_000.76983 + century * 0.0003032), 360);
  const anomaly = 357.52911 + century * (35_999.05029 - 0.0001537 * century);
  const eccentricity = 0.016708634 - century * (0.000042037 + 0.0000001267 * century);
  const centre =
    sin(anomaly) * (1.914602 - century * (0.004817 + 0.000014 * century)) +
    sin(2 * anomaly) * (0.019993 - 0.000101 * century) +
    sin(3 * anomaly) * 0.000289;
  const node = 125.04 - 1934.136 * century;
  const apparentLongitude = meanLongitude + centre - 0.00569 - 0.00478 * sin(node);
  const seconds = 21.448 - century * (46.815 + century * (0.00059 - century * 0.001813));
  const obliquity = 23 + (26 + seconds / 60) / 60 + 0.00256 * cos(node);

  const declination = (Math.asin(sin(obliquity) * sin(apparentLongitude)) * 180) / Math.PI;
  const y = Math.tan((obliquity / 2) * radians) ** 2;
  const equationOfTime =
    (4 / radians) *
    (y * sin(2 * meanLongitude) -
      2 * eccentricity * sin(anomaly) +
      4 * eccentricity * y * sin(anomaly) * cos(2 * meanLongitude) -
      0.5 * y * y * sin(4 * meanLongitude) -
      1.25 * eccentricity * eccentricity * sin(2 * anomaly));
  return { declination, equationOfTime };
}

const radians = Math.PI / 180;

function sin(degrees: number): number {
  return Math.sin(degrees * radians);
}

function cos(degrees: number): number {
  return Math.cos(degrees * radians);
}

function mod(value: number, by: number): number {
  return ((value % by) + by) % by;
}
