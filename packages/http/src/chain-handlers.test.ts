import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Request, RequestHandler, Response } from 'express';
import { inTurn } from './chain-handlers';

const REQUEST = new IncomingMessage(new Socket()) as Request;
const RESPONSE = new ServerResponse(REQUEST) as Response;

/** Runs a row of steps; returns their notes in order, and the value passed to `next`. */
function asked(...steps: readonly ((note: (text: string) => void) => RequestHandler)[]): string[] {
  const notes: string[] = [];
  const note = (text: string) => void notes.push(text);
  void inTurn(...steps.map((step) => step(note)))(REQUEST, RESPONSE, (error?: unknown) =>
    note(`next ${String(error)}`),
  );
  return notes;
}

const passes =
  (name: string, ...given: unknown[]) =>
  (note: (text: string) => void): RequestHandler =>
  (_request, _response, next) => {
    note(name);
    next(...(given as []));
  };

test('steps are asked one after the other, then who comes next', () => {
  expect(asked(passes('a'), passes('b', null), passes('c'))).toEqual(['a', 'b', 'c', 'next undefined']);
  expect(asked()).toEqual(['next undefined']);
});

test('a step that does not go on ends it', () => {
  const answers = () => () => undefined;
  expect(asked(passes('a'), answers, passes('c'))).toEqual(['a']);
});

test('behind an error nobody is asked, whether it is thrown or given', () => {
  expect(asked(passes('a', new Error('no')), passes('b'))).toEqual(['a', 'next Error: no']);
  const throws = () => () => {
    throw new Error('no');
  };
  const notes: string[] = [];
  const steps = [passes('a')((text) => notes.push(text)), throws(), passes('b')((text) => notes.push(text))];
  expect(() => inTurn(...steps)(REQUEST, RESPONSE, () => notes.push('next'))).toThrow('no');
  expect(notes).toEqual(['a']);
});
