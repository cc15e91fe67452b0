import type { ApiUnderTest } from './api-under-test';

/** Tests the API's answers about metric points. No other test may send `latency`, `latency-huge` and `once`. */
export function describeMetricContract(api: () => ApiUnderTest): void {
  const get: ApiUnderTest['get'] = (path) => api().get(path);
  const post: ApiUnderTest['post'] = (...args) => api().post(...args);
  const sees: ApiUnderTest['sees'] = (check) => api().sees(check);

  describe('metric points', () => {
    const at = (second: number) => `2026-11-20T22:00:${String(second).padStart(2, '0')}Z`;
    const query = (more: string) =>
      get(`/api/public/metrics/query?name=latency&from=2026-11-20T22:00:00Z&to=2026-11-20T22:05:00Z${more}`);

    beforeAll(async () => {
      const metrics = [1, 2, 3, 4, 10].map((value, index) => ({
        name: 'latency',
        labels: { route: index < 4 ? 'a' : 'b' },
        value,
        timestamp: at(index),
      }));
      expect(await post('/v1/metrics/batch', { metrics })).toEqual({
        status: 200,
        body: { message: expect.any(String) as unknown, accepted: 5 },
      });
    });

    test.each([
      ['avg', 4],
      ['max', 10],
      ['min', 1],
      ['sum', 20],
      ['last', 10],
      ['p50', 3],
      ['p90', 7.6],
      ['p99', 9.76],
    ])('agg %s over the bucket is %d', async (agg, value) => {
      await sees(async () => {
        const { body } = await query(`&agg=${agg}`);
        expect(body).toMatchObject({
          data: [{ labels: {}, values: [{ timestamp: '2026-11-20T22:00:00.000+00:00' }] }],
          meta: { latest_ts: '2026-11-20T22:00:04.000+00:00', series_count: 1, truncated: false },
        });
        const [series] = body['data'] as { values: { value: number }[] }[];
        expect(series?.values[0]?.value).toBeCloseTo(value, 9);
      });
    });

    test('whose sum no double can hold is left out and counted; the others are answered', async () => {
      const metrics = ['a', 'a', 'b'].map((route) => ({
        name: 'latency-huge',
        value: 1.7e308,
        labels: { route },
        timestamp: '2026-11-20T22:00:00Z',
      }));
      await post('/v1/metrics/batch', { metrics });
      const path = '/api/public/metrics/query?name=latency-huge&from=2026-11-20T22:00:00Z&group_by=route';
      await sees(async () => {
        expect((await get(`${path}&agg=sum`)).body).toMatchObject({
          data: [
            { labels: { route: 'a' }, values: [] },
            { labels: { route: 'b' }, values: [{ value: 1.7e308 }] },
          ],
          meta: { series_count: 2, omitted_buckets: 1 },
        });
        const { body } = await get(`${path}&agg=avg`);
        expect(body).toMatchObject({ data: [{ values: [{ value: 1.7e308 }] }, { values: [{ value: 1.7e308 }] }] });
        expect(body).not.toHaveProperty('meta.omitted_buckets');
      });
    });

    test('group_by gives one series a label value, labels filter by containment', async () => {
      await sees(async () => {
        const { body } = await query('&agg=sum&group_by=route');
        expect(body['data']).toMatchObject([
          { labels: { route: 'a' }, values: [{ value: 10 }] },
          { labels: { route: 'b' }, values: [{ value: 10 }] },
        ]);
        const filtered = await query(`&agg=sum&labels=${encodeURIComponent('{"route":"b"}')}`);
        expect(filtered.body['data']).toMatchObject([{ labels: {}, values: [{ value: 10 }] }]);
      });
    });

    test('names are listed', async () => {
      await sees(async () => {
        expect((await get('/api/public/metrics/names')).body['data']).toContain('latency');
      });
    });

    test('labels are listed, and the values of one', async () => {
      const labels = async (more: string) => (await get(`/api/public/metrics/labels?name=latency${more}`)).body;
      await sees(async () => {
        expect(await labels('&prefix=rou')).toEqual({ data: ['route'], meta: { truncated: false } });
        expect(await labels('&key=route&limit=1')).toEqual({ data: ['a'], meta: { truncated: true } });
      });
      expect((await get('/api/public/metrics/labels')).body).toMatchObject({
        message: expect.stringContaining('name: required') as string,
      });
    });

    test('a retry with the same Idempotency-Key stores nothing twice, another body is another batch', async () => {
      const send = (value: number) =>
        post(
          '/v1/metrics/batch',
          { metrics: [{ name: 'once', value, timestamp: at(1) }] },
          { 'Idempotency-Key': 'k1' },
        );
      await send(1);
      await send(1);
      await send(2);
      await sees(async () => {
        const { body } = await get(
          '/api/public/metrics/query?name=once&agg=sum&from=2026-11-20T22:00:00Z&to=2026-11-20T22:05:00Z',
        );
        expect(body['data']).toMatchObject([{ values: [{ value: 3 }] }]);
      });
    });
  });
}
