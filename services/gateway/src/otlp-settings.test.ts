import { type OtlpSettings, otlpAddresses, otlpFields, otlpProblems } from './otlp-settings';

const chosen = (port: number | undefined) => ({ port, isChosen: true });
const settings = (changed: Partial<OtlpSettings> = {}): OtlpSettings => ({
  host: '127.0.0.1',
  port: 3000,
  adminPort: 9464,
  otlpHttp: { port: 4318, isChosen: false },
  otlpGrpc: { port: 4317, isChosen: false },
  otlpGrpcMaxAgeMs: 300_000,
  otlpTlsCert: undefined,
  otlpTlsKey: undefined,
  otlpWithoutCredentials: false,
  ...changed,
});

describe('a port of OTLP', () => {
  it.each([
    [undefined, { port: 4318, isChosen: false }],
    ['4318', chosen(4318)],
    [' 5000 ', chosen(5000)],
    ['0', chosen(0)],
    ['65535', chosen(65_535)],
    ['off', chosen(undefined)],
    ['OFF', chosen(undefined)],
  ])('of %j is %j', (raw, value) => {
    expect(otlpFields.otlpHttp.read(raw)).toEqual({ ok: true, value });
  });

  it.each(['65536', '-1', '1.5', '0x10', '', 'none', '1e3', '999999', '٣'])('of %j is refused', (raw) => {
    const problem = `expected an integer from 0 to 65535 or off, got ${JSON.stringify(raw)}`;
    expect(otlpFields.otlpGrpc.read(raw)).toEqual({ ok: false, problems: [problem] });
  });

  it('is 4317 for gRPC by default', () => {
    expect(otlpFields.otlpGrpc.read(undefined)).toEqual({ ok: true, value: { port: 4317, isChosen: false } });
  });
});

describe('otlpProblems', () => {
  it.each<[string, Partial<OtlpSettings>]>([
    ['the defaults', {}],
    ['two free ports', { otlpHttp: chosen(0), otlpGrpc: chosen(0), port: 0, adminPort: 0 }],
    ['no ports', { otlpHttp: chosen(undefined), otlpGrpc: chosen(undefined) }],
    ['a PORT that is a default port of OTLP', { port: 4318 }],
  ])('are none of %s', (_, changed) => {
    expect(otlpProblems(settings(changed))).toEqual([]);
  });

  it.each<[Partial<OtlpSettings>, string]>([
    [{ otlpHttp: chosen(3000) }, 'OTLP_HTTP_PORT, PORT: expected two different ports'],
    [{ otlpGrpc: chosen(9464) }, 'OTLP_GRPC_PORT, ADMIN_PORT: expected two different ports'],
    [{ otlpGrpc: chosen(4318) }, 'OTLP_GRPC_PORT, OTLP_HTTP_PORT: expected two different ports'],
  ])('are equal ports: %j', (changed, problem) => {
    expect(otlpProblems(settings(changed))).toEqual([problem]);
  });

  it.each(['127.0.0.1', '127.8.9.10', '::1', 'localhost'])('are none of data without credentials on %s', (host) => {
    expect(otlpProblems(settings({ host, otlpWithoutCredentials: true }))).toEqual([]);
  });

  it.each(['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example', '128.0.0.1', 'localhost.example', '', '127.1'])(
    'are data without credentials on %j',
    (host) => {
      expect(otlpProblems(settings({ host, otlpWithoutCredentials: true }))).toEqual([
        expect.stringMatching(/^OTLP_WITHOUT_CREDENTIALS: expected false unless HOST is a loopback address/),
      ]);
    },
  );
});

describe('otlpAddresses', () => {
  const both = { OTLP_HTTP_PORT: { host: '127.0.0.1', port: 4318 }, OTLP_GRPC_PORT: { host: '127.0.0.1', port: 4317 } };

  it('have each port of a gateway, and of a process that may lack its default ports the chosen ones', () => {
    expect(otlpAddresses(settings(), false)).toEqual(both);
    expect(otlpAddresses(settings(), true)).toEqual({});
    const one = settings({ otlpGrpc: chosen(4317), otlpHttp: chosen(undefined) });
    expect(otlpAddresses(one, true)).toEqual({ OTLP_GRPC_PORT: both.OTLP_GRPC_PORT });
  });
});
