import type { RequestHandler } from 'express';

/**
 * Combines several steps into one: express parses and compares the path before each step that it knows, which costs more than most steps.
 * An error that a step throws, or passes to `next`, is passed to express, and the following steps are skipped. No step may be asynchronous,
 * because its rejection would not be handled.
 */
export function inTurn(...steps: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    const goOn = (at: number): void => {
      const step = steps[at];
      if (step === undefined) next();
      else void step(request, response, (error?: unknown) => (error ? next(error) : goOn(at + 1)));
    };
    goOn(0);
  };
}
