import { type Reading, type Settings, boolean, grouped, refused, secret, text } from '@sluice/runtime';

/**
 * Settings of traces of Sluice itself. All but the switch are OpenTelemetry's, and a host may have them for other programs: without the
 * switch they are neither validated nor used. Values that may contain a password are never shown.
 */
export const selfTraceFields = grouped('Traces of itself', {
  selfTraces: boolean('SELF_TRACES', { default: false, about: 'whether it sends traces of its own work by OTLP' }),
  otlpEndpoint: secret('OTEL_EXPORTER_OTLP_ENDPOINT', { about: 'where to; /v1/traces is added' }),
  otlpTracesEndpoint: secret('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', { about: 'where to, as a whole; wins' }),
  otlpHeaders: secret('OTEL_EXPORTER_OTLP_HEADERS', {
    about: 'headers for it: name=value, separated by commas, percent-encoded',
  }),
  otlpTracesHeaders: secret('OTEL_EXPORTER_OTLP_TRACES_HEADERS', { about: 'more of them; these win' }),
  otelServiceName: text('OTEL_SERVICE_NAME', { about: 'service.name in them; without it the name of the process' }),
  otelTracesSampler: text('OTEL_TRACES_SAMPLER', {
    default: 'parentbased_always_on',
    about: 'always_on, always_off or traceidratio, each also with parentbased_ before it',
  }),
  otelTracesSamplerArg: text('OTEL_TRACES_SAMPLER_ARG', { about: 'the share that traceidratio takes, from 0 to 1' }),
  otelBspScheduleDelay: text('OTEL_BSP_SCHEDULE_DELAY', {
    default: '5000',
    about: 'milliseconds in which spans are gathered before they are sent',
  }),
});

export type SelfTraceSettings = Settings<typeof selfTraceFields>;

/** Receiver of the traces, and the share of them that is sent. */
export interface Target {
  /** URL with http or https, without user and password. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Share of traces that are sent, from 0 to 1. */
  readonly share: number;
  /** Milliseconds after which waiting spans are sent. */
  readonly everyMs: number;
}

/** Reads the target from the settings; undefined if tracing is off. */
export function readTarget(settings: SelfTraceSettings): Reading<Target | undefined> {
  if (!settings.selfTraces) return { ok: true, value: undefined };
  const url = readUrl(settings);
  const headers = readHeaders('OTEL_EXPORTER_OTLP_HEADERS', settings.otlpHeaders);
  const own = readHeaders('OTEL_EXPORTER_OTLP_TRACES_HEADERS', settings.otlpTracesHeaders);
  const share = readShare(settings);
  const everyMs = readDelay(settings);
  const readings = [url, headers, own, share, everyMs];
  if (!url.ok || !headers.ok || !own.ok || !share.ok || !everyMs.ok) {
    return refused(...readings.flatMap((reading) => (reading.ok ? [] : reading.problems)));
  }
  const bothHeaders = { ...headers.value, ...own.value };
  return { ok: true, value: { url: url.value, headers: bothHeaders, share: share.value, everyMs: everyMs.value } };
}

/** Problems of the settings, for `readSettings`. */
export function selfTraceProblems(settings: SelfTraceSettings): readonly string[] {
  const target = readTarget(settings);
  return target.ok ? [] : target.problems;
}

function readUrl({ otlpEndpoint, otlpTracesEndpoint }: SelfTraceSettings): Reading<URL> {
  const whole = otlpTracesEndpoint !== undefined;
  const sent = otlpTracesEndpoint ?? otlpEndpoint;
  const name = whole ? 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' : 'OTEL_EXPORTER_OTLP_ENDPOINT';
  if (sent === undefined) {
    return refused('SELF_TRACES: needs OTEL_EXPORTER_OTLP_ENDPOINT or OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  }
  const url = URL.canParse(sent) ? new URL(sent) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    return refused(`${name}: expected a URL that begins with http:// or https://, without user and password`);
  }
  if (!whole) url.pathname = `${url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`}v1/traces`;
  return { ok: true, value: url };
}

const MAX_HEADERS = 32;
/** A token of HTTP. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/;
/** Characters that a client may send in a header. */
const HEADER_VALUE = /^[\x20-\x7e]{0,8192}$/;

/**
 * Parses `name=value,name=value` with percent-encoded values, as OpenTelemetry defines it. No problem shows any of it, because it contains
 * credentials.
 */
function readHeaders(variable: string, sent = ''): Reading<Readonly<Record<string, string>>> {
  const pairs = sent.split(',').flatMap((pair) => pair.trim() || []);
  const headers: Record<string, string> = {};
  for (const pair of pairs.slice(0, MAX_HEADERS + 1)) {
    const [name = ''] = pair.split('=', 1);
    const value = decoded(pair.slice(name.length + 1).trim());
    if (!pair.includes('=') || !HEADER_NAME.test(name.trim()) || value === undefined) {
      return refused(`${variable}: expected name=value, separated by commas, values percent-encoded (not shown)`);
    }
    headers[name.trim().toLowerCase()] = value;
  }
  if (pairs.length > MAX_HEADERS) return refused(`${variable}: expected at most ${MAX_HEADERS} headers`);
  return { ok: true, value: headers };
}

function decoded(value: string): string | undefined {
  try {
    const text = decodeURIComponent(value);
    return HEADER_VALUE.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the share. Every trace begins in this process, so the decision of a parent never applies. */
function readShare({ otelTracesSampler, otelTracesSamplerArg = '1' }: SelfTraceSettings): Reading<number> {
  const share = Number(otelTracesSamplerArg.trim() || NaN);
  switch (otelTracesSampler.trim().replace(/^parentbased_/, '')) {
    case 'always_on':
      return { ok: true, value: 1 };
    case 'always_off':
      return { ok: true, value: 0 };
    case 'traceidratio':
      return share >= 0 && share <= 1
        ? { ok: true, value: share }
        : refused('OTEL_TRACES_SAMPLER_ARG: expected a number from 0 to 1');
    default:
      return refused(
        'OTEL_TRACES_SAMPLER: expected always_on, always_off or traceidratio, or one of them after parentbased_',
      );
  }
}

function readDelay({ otelBspScheduleDelay }: SelfTraceSettings): Reading<number> {
  const delay = /^\d{1,6}$/.test(otelBspScheduleDelay.trim()) ? Number(otelBspScheduleDelay) : NaN;
  return delay >= 10 && delay <= 60_000
    ? { ok: true, value: delay }
    : refused('OTEL_BSP_SCHEDULE_DELAY: expected an integer from 10 to 60000');
}
