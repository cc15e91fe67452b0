import { TransferRates } from './transfer-rates';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** An upload that is followed, and the messages of its refusals. */
function followed(rates: TransferRates) {
  const refusals: string[] = [];
  const upload = { bytes: 0, tooSlow: (rate: string) => void refusals.push(rate) };
  rates.follow(upload);
  return { upload, refusals };
}

const newRates = () => new TransferRates({ leastBytesPerSecond: 100, windowSeconds: 10 });

test('refuses an upload of less than the rate in one window, whatever came before', () => {
  const { upload, refusals } = followed(newRates());
  upload.bytes = 1_000_000;
  jest.advanceTimersByTime(10_000);
  expect(refusals).toEqual([]);
  upload.bytes += 999;
  jest.advanceTimersByTime(9_999);
  expect(refusals).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(refusals).toEqual(['100 bytes a second over 10 s']);
});

test('lets an upload pass that has the rate in each window, also in one piece at its end', () => {
  const { upload, refusals } = followed(newRates());
  for (let window = 0; window < 20; window += 1) {
    jest.advanceTimersByTime(9_900);
    upload.bytes += 1000;
    jest.advanceTimersByTime(100);
  }
  expect(refusals).toEqual([]);
});

test('begins the window of each upload with it, and ends with it', () => {
  const rates = newRates();
  const first = followed(rates);
  jest.advanceTimersByTime(9_000);
  rates.forget(first.upload);
  const second = followed(rates);
  jest.advanceTimersByTime(9_000);
  expect([first.refusals, second.refusals]).toEqual([[], []]);
  jest.advanceTimersByTime(1_000);
  expect([first.refusals, second.refusals]).toEqual([[], [expect.any(String)]]);
});

test('has no timer while nothing is uploaded', () => {
  const rates = newRates();
  const { upload } = followed(rates);
  rates.forget(upload);
  jest.advanceTimersByTime(1_000);
  expect(jest.getTimerCount()).toBe(0);
});

test('begins the window again while the client waits for this side', () => {
  const rates = newRates();
  const refusals: string[] = [];
  const answer = { bytes: 0, isDue: true, tooSlow: (rate: string) => void refusals.push(rate) };
  rates.follow(answer);
  jest.advanceTimersByTime(9_000);
  answer.isDue = false;
  jest.advanceTimersByTime(60_000);
  answer.isDue = true;
  jest.advanceTimersByTime(9_000);
  expect(refusals).toEqual([]);
  jest.advanceTimersByTime(1_000);
  expect(refusals).toHaveLength(1);
});
