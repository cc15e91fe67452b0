import { findProvider } from '@pydantic/genai-prices';
import type { MatchLogic } from '@pydantic/genai-prices';

/** Providers of the pinned price list; a test compares them with its data. */
export const PROVIDER_IDS: readonly string[] =
  `anthropic arcee avian aws azure baseten cerebras cloudflare cohere cursor deepseek doubleword fireworks github-copilot
  google groq huggingface_cerebras huggingface_fireworks-ai huggingface_groq huggingface_hyperbolic huggingface_nebius
  huggingface_novita huggingface_nscale huggingface_ovhcloud huggingface_publicai huggingface_sambanova
  huggingface_together minimax mistral modal moonshotai novita openai openrouter ovhcloud perplexity quicksilverpro
  together typesafe voyageai x-ai zai zhipuai`.split(/\s+/);

/** Test of a model's name in lower case: the library compares no other form, expressions included. */
type Test = (name: string) => boolean;

/** A date in a name, which the library also reads with hyphens: `20250929` as `2025-09-29`. */
const DATE = /-(20\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?=-|:|$)/g;

/**
 * Returns a function that finds the providers whose own list may contain a model. The library's search compares every rule with the name,
 * some hundred nanoseconds each; an unknown name costs a twentieth of that here, because senders choose names.
 */
export function providersOf(): (model: string) => readonly string[] {
  const lists = PROVIDER_IDS.map((id) => ({
    id,
    tests: (findProvider({ providerId: id })?.models ?? []).map(({ match }) => testOf(match)),
  }));
  return (model) => {
    const name = model.toLowerCase().trim();
    const dated = name.replace(DATE, '-$1-$2-$3');
    const names = dated === name ? [name] : [name, dated];
    const mayHave = (tests: readonly Test[]) => names.some((each) => tests.some((test) => test(each)));
    return lists.filter(({ tests }) => mayHave(tests)).map(({ id }) => id);
  };
}

function testOf(match: MatchLogic): Test {
  if ('or' in match) {
    const tests = match.or.map(testOf);
    return (name) => tests.some((test) => test(name));
  }
  if ('and' in match) {
    const tests = match.and.map(testOf);
    return (name) => tests.every((test) => test(name));
  }
  if ('regex' in match) {
    const pattern = new RegExp(match.regex);
    return (name) => pattern.test(name);
  }
  if ('equals' in match) return comparison(match.equals, (name, part) => name === part);
  if ('starts_with' in match) return comparison(match.starts_with, (name, part) => name.startsWith(part));
  if ('ends_with' in match) return comparison(match.ends_with, (name, part) => name.endsWith(part));
  return comparison(match.contains, (name, part) => name.includes(part));
}

function comparison(part: string, holds: (name: string, part: string) => boolean): Test {
  const wanted = part.toLowerCase();
  return (name) => holds(name, wanted);
}
