import type { JsonText } from '@sluice/record';
import type { Observation } from '@sluice/store/read';
import { spliceObject } from './splice';
import { presentOptionalTime, presentSeconds, presentTime } from './times';

/** An observation as it is answered (spec 2.3; contract: Reading traces). */
export function presentObservation(observation: Observation): JsonText {
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
    statusMessage: observation.statusMessage,
    parentObservationId: observation.parentId,
    version: observation.version,
    environment: observation.environment,
    latency: endTime === null ? null : presentSeconds(endTime - startTime),
    timeToFirstToken:
      completionStartTime === null ? null : presentSeconds(Math.max(0, completionStartTime - startTime)),
    unit: 'TOKENS',
    usage: { unit: 'TOKENS', input, output, total },
    usageDetails: usageDetails(observation),
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
    costDetails: observation.sentCostDetails ?? JSON.stringify(computedCost(observation)),
    input: observation.input ?? 'null',
    output: observation.output ?? 'null',
    metadata: observation.metadata ?? '{}',
    modelParameters: observation.modelParameters ?? 'null',
  });
}

/** The buckets as sent and their total, which is the sum where none was sent. */
function usageDetails({ usageDetails: text, totalTokens }: Observation): object {
  const buckets = text === null ? {} : (JSON.parse(text) as object);
  return totalTokens === null ? buckets : { ...buckets, total: totalTokens };
}

function computedCost({ inputCost, outputCost, totalCost }: Observation): object {
  return {
    ...(inputCost !== null && { input: inputCost }),
    ...(outputCost !== null && { output: outputCost }),
    ...(totalCost !== null && { total: totalCost }),
  };
}
