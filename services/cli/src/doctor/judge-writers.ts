import { type FoundGroup, type FoundTopic, lossAt } from '@sluice/bus/kafka';
import type { StoredOffset } from '@sluice/store/operate';
import { plural } from '@sluice/runtime';
import { type Finding, findingsAbout } from './finding';

/** Compares the members of the group with the partitions. */
export function judgeWriters({ state, members }: FoundGroup, topics: readonly FoundTopic[], lag: number): Finding[] {
  const about = findingsAbout('writers');
  if (members.length === 0) {
    const found = 'none is in the group';
    return [lag > 0 ? about.wrong(`${found}, and records wait`, START) : about.warn(found, START)];
  }
  const partitions = topics.reduce((sum, topic) => sum + topic.partitions.length, 0);
  const running = `${plural(members.length, 'writer')} for ${plural(partitions, 'partition')}`;
  if (state !== 'Stable') return [about.warn(`${running}; the group is ${state}`, 'look again when it has settled')];
  const idle = members.filter((member) => member.partitions === 0);
  if (idle.length > 0) {
    const hosts = idle.map(({ host }) => host).join(', ');
    return [
      about.warn(
        `${running}; ${idle.length} without any, at ${hosts}`,
        'give the topics more partitions, or stop them',
      ),
    ];
  }
  const served = members.reduce((sum, member) => sum + member.partitions, 0);
  if (served < partitions) {
    const found = `${running}, of which ${partitions - served} are nobody's`;
    return [about.warn(found, 'look again in a minute: new partitions are shared out at the next refresh')];
  }
  return [about.ok(running)];
}

const START = 'start one: node services/writer/dist/main.js';

/** Lag of a partition. */
export interface Lag {
  readonly topic: string;
  readonly partition: number;
  /** Number of offsets that are not stored yet. */
  readonly lag: number;
  /** Reason of a halt; undefined without one. */
  readonly halted: string | undefined;
  /** Committed offset. */
  readonly position: number;
  /** First offset in the log. */
  readonly low: number;
}

/** Lags of the committed offsets behind the logs. A partition without a committed offset begins at 0, as a writer would. */
export function lagsOf(topics: readonly FoundTopic[], offsets: readonly StoredOffset[]): Lag[] {
  const newest = new Map<string, StoredOffset>();
  for (const offset of offsets) {
    const key = `${offset.topic}/${offset.partition}`;
    if ((newest.get(key)?.epoch ?? -1) < offset.epoch) newest.set(key, offset);
  }
  return topics.flatMap(({ name, log }) =>
    [...log].map(([partition, mark]) => {
      const position = newest.get(`${name}/${partition}`)?.nextOffset ?? 0;
      return {
        topic: name,
        partition,
        lag: Math.max(0, mark.high - position),
        halted: lossAt(position, mark),
        position,
        low: mark.low,
      };
    }),
  );
}

/** Judges halted partitions, and those with waiting records. */
export function judgeLags(lags: readonly Lag[]): Finding[] {
  const findings = lags.flatMap((each) => {
    const about = findingsAbout(`partition ${each.topic}/${each.partition}`);
    if (each.halted !== undefined) return about.wrong(`halted: ${each.halted}`, endOfHalt(each));
    return each.lag === 0 ? [] : about.ok(`${plural(each.lag, 'offset')} behind, at ${each.position}`);
  });
  if (findings.length > 0 || lags.length === 0) return findings;
  return [findingsAbout('partitions').ok(`nothing waits in ${plural(lags.length, 'partition')}`)];
}

/** Judges whether partitions with waiting records have progressed: their lags before and after a pause in milliseconds. */
export function judgeProgress(before: readonly Lag[], after: readonly Lag[], pauseMs: number): Finding[] {
  const waiting = before.filter(({ lag, halted }) => lag > 0 && halted === undefined);
  const now = new Map(after.map((each) => [`${each.topic}/${each.partition}`, each.position]));
  const standing = waiting.filter((each) => (now.get(`${each.topic}/${each.partition}`) ?? 0) <= each.position);
  const about = findingsAbout('progress');
  const within = `within ${pauseMs / 1000} s`;
  const records = plural(
    standing.reduce((sum, { lag }) => sum + lag, 0),
    'record',
  );
  if (waiting.length > 0 && standing.length === waiting.length) {
    return [
      about.wrong(
        `nothing was stored ${within}, and ${records} wait`,
        'see the lines on locks, then the log of the writers',
      ),
    ];
  }
  const found = `${waiting.length - standing.length} of ${plural(waiting.length, 'partition')} with waiting records moved on ${within}`;
  return [
    standing.length === 0
      ? about.ok(found)
      : about.warn(found, 'look again: a partition that stands is in the log of its writer'),
  ];
}

function endOfHalt({ topic, partition, position, low }: Lag): string {
  return position < low
    ? `give those offsets up: sluice offsets accept-gap ${topic} ${partition} ${position} ${low}`
    : `if the topic was created again: sluice offsets new-epoch ${topic}`;
}
