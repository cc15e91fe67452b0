import type { Observation, StoredText } from '@sluice/store/read';
import { spliceObject } from './splice';
import { presentOptionalTime, presentSeconds, presentTime } from './times';

/** An observation as it is answered, in pieces (spec 2.3; contract: Reading traces). */
export function presentObservation(observation: Observation): StoredText[] {
  const { startTime, endTime, completionStartTime } = observation;
  const [input, output, total] = [
    observation.inputTokens ?? 0,
    observation.outputTokens ?? 0,
    observation.totalTokens ?? 0,
  ];
  const core = {
    id: observation.id,
    traceId: observation.traceId,
    type: observation.type,
    name: observation.name,
    startTime: presentTime(startTime),
    endTime: presentOptionalTime(endTime),
    completionStartTime: presentOptionalTime(completionStartTime),
    model: observation.model,
    level: observation.level,
    parentObservationId: observation.parentId,
    version: observation.version,
    environment: observation.environment,
    latency: endTime === null ? null : presentSeconds(endTime - startTime),
    timeToFirstToken:
      completionStartTime === null ? null : presentSeconds(Math.max(0, completionStartTime - startTime)),
    unit: 'TOKENS',
    // Exactly these three (spec 2.3): no client of the Langfuse API needs the `unit` that it repeats in here.
    usage: { input, output, total },
    promptTokens: input,
    completionTokens: output,
    totalTokens: total,
    calculatedInputCost: observation.inputCost,
    calculatedOutputCost: observation.outputCost,
    calculatedTotalCost: observation.totalCost ?? 0,
    createdAt: presentTime(observation.createdAt),
    updatedAt: presentTime(observation.updatedAt),
  };
  return spliceObject(core, {
    statusMessage: observation.statusMessage ?? 'null',
    usageDetails: usageDetails(observation),
    costDetails: observation.sentCostDetails ?? JSON.stringify(computedCost(observation)),
    input: observation.input ?? 'null',
    output: observation.output ?? 'null',
    metadata: observation.metadata ?? '{}',
    modelParameters: observation.modelParameters ?? 'null',
  });
}

/**
 * The buckets as sent and their total, which is the sum where none was sent. More buckets than can be held are answered
 * as they are stored.
 */
function usageDetails({ usageDetails: text, totalTokens }: Observation): StoredText {
  if (text !== null && typeof text !== 'string') return text;
  // null: said to be none.
  const said = Object.entries(text === null ? {} : (JSON.parse(text) as Record<string, number | null>));
  const buckets = Object.fromEntries(said.filter(([, count]) => count !== null));
  return JSON.stringify(totalTokens === null ? buckets : { ...buckets, total: totalTokens });
}

function computedCost({ inputCost, outputCost, totalCost }: Observation): object {
  return {
    ...(inputCost !== null && { input: inputCost }),
    ...(outputCost !== null && { output: outputCost }),
    ...(totalCost !== null && { total: totalCost }),
  };
}
