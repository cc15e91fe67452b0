import * as catalogue from './api-error';
import { ApiError, errorBody } from './api-error';

describe('the error catalogue', () => {
  it('has exactly the statuses and codes of spec 7, 413 as a BAD_REQUEST, and 403', () => {
    const { badRequest, forbidden, internalError, notFound, tooLarge, tooManyRequests, unauthorized, unavailable } =
      catalogue;
    const errors = [
      badRequest('m'),
      tooLarge('m'),
      unauthorized(),
      forbidden('m'),
      notFound('m'),
      tooManyRequests('m', 7),
      internalError(),
      unavailable('m'),
    ];
    expect(errors.map(({ status, code }) => [status, code])).toEqual([
      [400, 'BAD_REQUEST'],
      [413, 'BAD_REQUEST'],
      [401, 'UNAUTHORIZED'],
      [403, 'FORBIDDEN'],
      [404, 'NOT_FOUND'],
      [429, 'TOO_MANY_REQUESTS'],
      [500, 'INTERNAL_ERROR'],
      [503, 'SERVICE_UNAVAILABLE'],
    ]);
    const functions = Object.values(catalogue).filter((value) => typeof value === 'function');
    const factories = functions.filter((value) => value !== ApiError && value !== errorBody);
    expect(factories).toHaveLength(errors.length);
  });

  it('writes exactly three members, the third of them null', () => {
    expect(errorBody(catalogue.badRequest('limit: "0" is not 1 to 200'))).toBe(
      '{"message":"limit: \\"0\\" is not 1 to 200","code":"BAD_REQUEST","data":null}',
    );
  });

  it('is text where a quote was cut within a character', () => {
    const { message } = JSON.parse(errorBody(catalogue.badRequest(`${'x😀'.slice(0, 2)} 😀 must be`))) as {
      message: string;
    };
    expect(message).toBe('x\ufffd 😀 must be');
  });

  it('asks to come back after 1 s on 503, and on 429 when the quota lets it', () => {
    expect(catalogue.unavailable('m').headers).toEqual({ 'Retry-After': '1' });
    expect(catalogue.tooManyRequests('m', 7).headers).toEqual({ 'Retry-After': '7' });
  });
});
