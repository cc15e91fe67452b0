import { UploadRates } from './upload-rates';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** An upload that is followed, and the messages of its refusals. */
function followed(rates: UploadRates) {
  const refusals: string[] = [];
  const upload = { bytes: 0, tooSlow: ({ message }: Error) => void refusals.push(message) };
  rates.follow(upload);
  return { upload, refusals };
}

const newRates = () => new UploadRates({ leastBytesPerSecond: 100, windowSeconds: 10 });

test('refuses an upload of less than the rate in one window, whatever came before', () => {
  const { upload, refusals } = followed(newRates());
  upload.bytes = 1_000_000;
  jest.advanceTimersByTime(10_000);
  expect(refusals).toEqual([]);
  upload.bytes += 999;
  jest.advanceTimersByTime(9_999);
  expect(refusals).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(refusals).toEqual([
    'the body came at less than 100 bytes a second over 10 s (MIN_UPLOAD_BYTES_PER_SECOND): send again',
  ]);
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
