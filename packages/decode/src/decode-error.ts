/**
 * Why a body is refused: `invalid` (400) or `too-large` (413). The message is meant for the sender: it names the field
 * and what is accepted (contract: HTTP in general).
 */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
  readonly kind: 'invalid' | 'too-large';

  constructor(kind: 'invalid' | 'too-large', message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
