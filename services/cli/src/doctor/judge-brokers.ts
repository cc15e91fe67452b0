import { type FoundTopic, type Inspection, MAX_MESSAGE_BYTES, TOPIC_SETTINGS } from '@sluice/bus/kafka';
import { plural } from '@sluice/runtime';
import { type Finding, findingsAbout } from './finding';

/** Judges unreachable addresses, and the number of brokers. */
export function judgeBrokers({ addresses, brokers }: Inspection): Finding[] {
  const about = findingsAbout('brokers');
  const findings = addresses.flatMap(({ address, from, failure }) => {
    if (failure === undefined) return [];
    const found = `${address} cannot be used: ${failure}`;
    if (from === 'advertised') {
      return about.wrong(
        found,
        'the brokers name this address to clients: correct advertised.listeners, or the way to it',
      );
    }
    if (brokers === 0)
      return about.wrong(found, 'correct KAFKA_BROKERS, KAFKA_SSL… or KAFKA_SASL…, or start the broker');
    return about.warn(found, 'start that broker, or take it out of KAFKA_BROKERS');
  });
  return brokers === 0 ? findings : [...findings, about.ok(`${plural(brokers, 'broker')} up`)];
}

const HOUR_MS = 3_600_000;
/** Hours below which retention is short: records expire when the writers fail over a weekend. */
const SHORT_RETENTION_HOURS = 72;

/** Judges a topic's shape and settings. Without a problem there is one finding with the values. */
export function judgeTopic(topic: FoundTopic): Finding[] {
  const { name, partitions } = topic;
  const about = findingsAbout(`topic ${name}`);
  if (partitions.length === 0) return [about.wrong('does not exist', 'make it: sluice topics')];
  const findings = [...judgeCopies(topic), ...judgeConfig(topic)];
  if (findings.some(({ level }) => level === 'wrong')) return findings;
  const hours = retentionHours(topic);
  const kept = hours === Infinity ? 'kept for ever' : `kept for ${hours} hours`;
  const copies = `${plural(copiesOf(topic), 'replica')}, ${setting(topic, 'min.insync.replicas')} of them at least`;
  return [...findings, about.ok(`${plural(partitions.length, 'partition')}, ${copies}, ${kept}`)];
}

function judgeCopies(topic: FoundTopic): Finding[] {
  const about = findingsAbout(`topic ${topic.name}`);
  const copies = copiesOf(topic);
  const least = Number(setting(topic, 'min.insync.replicas'));
  const findings: Finding[] = [];
  const headless = topic.partitions.filter(({ led }) => !led);
  if (headless.length > 0) {
    findings.push(
      about.wrong(`no broker leads ${numbersOf(headless)}`, 'start the brokers that have these partitions'),
    );
  }
  const behind = topic.partitions.filter(({ led, inSync }) => led && inSync < least);
  if (least > copies) {
    const change = `set min.insync.replicas to ${Math.max(1, copies - 1)}, or add replicas`;
    findings.push(
      about.wrong(`min.insync.replicas is ${least} with ${plural(copies, 'replica')}: no write is taken`, change),
    );
  } else if (behind.length > 0) {
    const found = `fewer than ${least} replicas are in sync of ${numbersOf(behind)}: no write is taken there`;
    findings.push(about.wrong(found, 'start the brokers that have the other replicas'));
  } else if (copies === 1) {
    findings.push(about.warn('one replica: who loses that broker loses records', 'reassign with three replicas'));
  } else if (least === 1) {
    findings.push(about.warn('min.insync.replicas is 1: a 200 promises one copy', 'set it to 2'));
  } else if (least === copies) {
    const found = `min.insync.replicas is ${least} of ${copies}: writes stop when one broker is away`;
    findings.push(about.warn(found, `set it to ${least - 1}, or add a replica`));
  }
  return findings;
}

function judgeConfig(topic: FoundTopic): Finding[] {
  const about = findingsAbout(`topic ${topic.name}`);
  const findings: Finding[] = [];
  if (setting(topic, 'cleanup.policy') !== 'delete') {
    const found = `cleanup.policy is ${setting(topic, 'cleanup.policy')}: records of one trace replace each other`;
    findings.push(about.wrong(found, 'set cleanup.policy to delete'));
  }
  if (setting(topic, 'unclean.leader.election.enable') === 'true') {
    const found = 'unclean.leader.election.enable is true: acknowledged records can be lost';
    findings.push(about.wrong(found, 'set it to false'));
  }
  const most = Number(setting(topic, 'max.message.bytes'));
  if (most < MAX_MESSAGE_BYTES) {
    const found = `max.message.bytes is ${most}: larger records are refused, the gateway sends up to ${MAX_MESSAGE_BYTES}`;
    findings.push(about.warn(found, `set it to ${MAX_MESSAGE_BYTES}`));
  }
  const hours = retentionHours(topic);
  if (hours < SHORT_RETENTION_HOURS) {
    const found = `retention.ms keeps records for ${hours} hours: what no writer stores within them is lost`;
    findings.push(about.warn(found, `set it to ${TOPIC_SETTINGS.retentionMs}`));
  }
  if (setting(topic, 'retention.bytes') !== '-1') {
    const found = `retention.bytes is ${setting(topic, 'retention.bytes')}: a burst pushes out what is not stored yet`;
    findings.push(about.warn(found, 'set it to -1, and keep by retention.ms'));
  }
  if (setting(topic, 'message.timestamp.type') !== 'LogAppendTime') {
    const found = `message.timestamp.type is ${setting(topic, 'message.timestamp.type')}: a sender's wrong clock shortens retention`;
    findings.push(about.warn(found, 'set it to LogAppendTime'));
  }
  return findings;
}

function setting({ config }: FoundTopic, name: string): string {
  return config.get(name) ?? 'unknown';
}

/** Replicas of the partition that has the fewest. */
function copiesOf({ partitions }: FoundTopic): number {
  return Math.min(...partitions.map(({ replicas }) => replicas));
}

function retentionHours(topic: FoundTopic): number {
  const ms = Number(setting(topic, 'retention.ms'));
  return ms < 0 ? Infinity : Math.floor(ms / HOUR_MS);
}

function numbersOf(partitions: readonly { readonly partition: number }[]): string {
  return `${partitions.length === 1 ? 'partition' : 'partitions'} ${partitions.map(({ partition }) => partition).join(', ')}`;
}
