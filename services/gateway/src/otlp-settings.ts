import type { ListenerSettings } from '@sluice/http';
import { type Field, type ListenAddress, type Settings, boolean, grouped, integer, parsed } from '@sluice/runtime';
import { otlpTlsFields } from './otlp-tls';

/** Port of a listener of OTLP. */
export interface OtlpPort {
  /** 0: a free one; undefined: no listener. */
  readonly port: number | undefined;
  /** Whether an operator has chosen it; a default port that is taken does not prevent the start of a process on a laptop. */
  readonly isChosen: boolean;
}

const LARGEST_PORT = 65_535;

const otlpPort = (name: string, byDefault: number, about: string): Field<OtlpPort> =>
  parsed(
    name,
    {
      accepted: `an integer from 0 to ${LARGEST_PORT} or off`,
      parse: (raw): OtlpPort | undefined => {
        const text = raw.trim().toLowerCase();
        if (text === 'off') return { port: undefined, isChosen: true };
        const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
        return port <= LARGEST_PORT ? { port, isChosen: true } : undefined;
      },
      show: ({ port = 'off' }) => String(port),
    },
    { default: { port: byDefault, isChosen: false }, about },
  );

/** Addresses to which exporters send by default (OTLP 1.11, "OTLP/gRPC Default Port"), on HOST. */
export const otlpFields = grouped('Listening', {
  otlpHttp: otlpPort('OTLP_HTTP_PORT', 4318, 'port of OTLP/HTTP at /v1/traces, /v1/metrics, /v1/logs; off: none'),
  otlpGrpc: otlpPort('OTLP_GRPC_PORT', 4317, 'port of OTLP/gRPC; off: none'),
  otlpGrpcMaxAgeMs: integer('OTLP_GRPC_MAX_AGE_MS', {
    default: 300_000,
    min: 1_000,
    max: 86_400_000,
    about: 'age at which a connection of gRPC is ended, so that clients spread over processes',
  }),
  ...otlpTlsFields,
  otlpWithoutCredentials: boolean('OTLP_WITHOUT_CREDENTIALS', {
    default: false,
    about: 'whether both ports of OTLP take data without credentials, on a loopback HOST alone',
  }),
});

export type OtlpSettings = Settings<typeof otlpFields> & Pick<ListenerSettings, 'host' | 'port' | 'adminPort'>;

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '::1']);

const isLoopback = (host: string): boolean => LOOPBACK.has(host) || /^127(\.\d{1,3}){3}$/.test(host);

/** Ports of OTLP by their variables. */
const portsOf = ({ otlpHttp, otlpGrpc }: Pick<OtlpSettings, 'otlpHttp' | 'otlpGrpc'>) =>
  [
    ['OTLP_HTTP_PORT', otlpHttp],
    ['OTLP_GRPC_PORT', otlpGrpc],
  ] as const;

/** Contradictions of the settings of OTLP. */
export function otlpProblems(settings: OtlpSettings): string[] {
  const { host, port, adminPort, otlpHttp, otlpGrpc, otlpWithoutCredentials } = settings;
  const problems: string[] = [];
  if (otlpWithoutCredentials && !isLoopback(host)) {
    problems.push('OTLP_WITHOUT_CREDENTIALS: expected false unless HOST is a loopback address such as 127.0.0.1');
  }
  const ports = { PORT: port, ADMIN_PORT: adminPort, OTLP_HTTP_PORT: otlpHttp.port, OTLP_GRPC_PORT: otlpGrpc.port };
  for (const [name, chosen] of portsOf(settings)) {
    const other = Object.entries(ports).find(([each, value]) => each !== name && value === chosen.port);
    if (chosen.isChosen && chosen.port !== undefined && chosen.port !== 0 && other !== undefined) {
      problems.push(`${name}, ${other[0]}: expected two different ports`);
    }
  }
  return [...new Set(problems)];
}

/** Listen addresses of OTLP that must be free, by the variables that have their ports. */
export function otlpAddresses(
  { host, ...ports }: OtlpSettings,
  mayLack: boolean,
): Readonly<Record<string, ListenAddress>> {
  return Object.fromEntries(
    portsOf(ports).flatMap(([name, { port, isChosen }]) =>
      port === undefined || (mayLack && !isChosen) ? [] : [[name, { host, port }]],
    ),
  );
}
