import { OutsideError } from '@sluice/runtime';
import { refuseProjectId } from './refuse-project-id';

/** @param answers of the checks, one after the other */
function refuse(answers: (string | undefined | Error)[], signal = new AbortController().signal): Promise<void> {
  const look = () => {
    const next = answers.shift();
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  };
  return refuseProjectId({ look, signal, everyMs: 1 });
}

test('a database that is away is asked again, until it answers', async () => {
  const answers = [new Error('away'), new Error('away'), undefined, 'asked once more'];
  await refuse(answers);
  expect(answers).toEqual(['asked once more']);
});

test('what it refuses is for the operator', async () => {
  await expect(refuse([new Error('away'), 'PROJECT_ID: no'])).rejects.toThrow(new OutsideError('PROJECT_ID: no'));
});

test('ends when it is told to', async () => {
  const stopping = new AbortController();
  const answers = Array.from({ length: 10_000 }, () => new Error('away'));
  const ended = refuse(answers, stopping.signal);
  stopping.abort();
  await expect(ended).resolves.toBeUndefined();
  expect(answers.length).toBeGreaterThan(9_990);
});
