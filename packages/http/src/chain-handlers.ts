import type { RequestHandler } from 'express';

/**
 * Several steps as one: before each that express knows of it parses the path and compares it, which costs more than most steps.
 * What one throws, or gives to `next`, goes to express, and those behind it are not asked. None may be asynchronous: nobody would
 * hear what it rejects with.
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
