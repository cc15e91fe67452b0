import type { Fields } from '../fields';
import { aiSdk } from './ai-sdk';
import { bare } from './unprefixed';
import { claudeCode } from './claude-code';
import type { Dialect } from './dialect';
import { genAi, genAiInstructions } from './gen-ai';
import { genkit } from './genkit';
import { googleAdk } from './google-adk';
import { langSmith } from './langsmith';
import { liteLlm } from './litellm';
import { liveKit } from './livekit';
import { mastra } from './mastra';
import { mlflow } from './mlflow';
import { openInference } from './openinference';
import { openTelemetry } from './opentelemetry';
import { product } from './product';
import { pydanticAi } from './pydantic-ai';
import { traceloop } from './traceloop';

export type { Dialect, Family, FieldSources, Source } from './dialect';

/** Dialects in the order in which each field reads them. */
export interface Precedence {
  readonly usual: readonly Dialect[];
  /** Fields with another order. */
  readonly exceptions: { readonly [F in keyof Fields]?: readonly Dialect[] };
}

/**
 * Precedence of the dialects, defined only here: the product's attributes, then those that OpenTelemetry defines for any span, then the
 * newest GenAI convention, then the others (contract: OTLP). A new dialect is a module and an entry here.
 */
export function precedence(prefixes: readonly string[]): Precedence {
  const own = prefixes.map(product);
  const others = [
    ...[aiSdk, openInference, traceloop, mlflow, langSmith, pydanticAi, googleAdk, genkit, liveKit, mastra],
    ...[liteLlm, claudeCode, genAiInstructions, bare],
  ];
  const before = (first: Dialect) => [...own, first, genAi, ...others.filter((dialect) => dialect !== first)];
  return {
    usual: [...own, openTelemetry, genAi, ...others],
    exceptions: {
      // For some models ADK sends a sum that is too large, under the name of GenAI.
      outputTokens: before(googleAdk),
      // LiveKit sends a tool's result under the name of GenAI inside the quotes of JSON, and under its own name without them.
      output: before(liveKit),
      // Mastra sends a thread as the conversation, and separately the named session.
      sessionId: [...own, openTelemetry, mastra, genAi, ...others.filter((dialect) => dialect !== mastra)],
      // The AI SDK names its own module as the system: `openai.chat`.
      provider: [...own, aiSdk, genAi, openInference, mlflow, genkit],
      // A framework's own kind of span is more exact than the operation that it also reports.
      type: [...own, openInference, langSmith, mlflow, traceloop, genkit, liveKit, genAi, aiSdk, pydanticAi],
    },
  };
}
