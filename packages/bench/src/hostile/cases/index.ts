import type { HostileCase } from '../hostile-case';
import { ofBodies } from '../send-bodies';
import { COMPRESSION_CASES } from './compression';
import { FLOOD_CASES } from './floods';
import { ITEM_CASES } from './items';
import { JSON_CASES } from './json';
import { OTLP_JSON_CASES } from './otlp-json';
import { OTLP_PROTOBUF_CASES } from './otlp-protobuf';
import { READER_CASES } from './readers';
import { UPDATE_CASES } from './updates';

/** All cases, in the order in which they are sent. */
export const HOSTILE_CASES: readonly HostileCase[] = [
  ...JSON_CASES.map(ofBodies),
  ...ITEM_CASES.map(ofBodies),
  ...OTLP_JSON_CASES.map(ofBodies),
  ...OTLP_PROTOBUF_CASES.map(ofBodies),
  ...COMPRESSION_CASES.map(ofBodies),
  ...FLOOD_CASES,
  ...READER_CASES,
  ...UPDATE_CASES.map(ofBodies),
];
