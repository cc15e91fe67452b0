import { axisTime } from '../format/times';
import type { Zone } from '../format/times';

/** Seconds from which an axis shows days. */
const MANY = 48 * 3600;
const HOUR_MS = 3_600_000;

/** Formats the times of an axis; days only, if each tick starts a day. @param ticks seconds @param span of the axis, in seconds */
export function axisTimes(ticks: readonly number[], span: number, zone?: Zone): string[] {
  const areDays = span > MANY && ticks.every((tick) => axisTime(tick * 1000, HOUR_MS, zone) === '00:00');
  return ticks.map((tick) => axisTime(tick * 1000, areDays ? Infinity : span * 1000, zone));
}
