import * as $protobuf from "protobufjs/minimal";
import Long = require("long");

/** Namespace sluice. */
export namespace sluice {

    /** Namespace record. */
    namespace record {

        /** Namespace v1. */
        namespace v1 {

            /**
             * Properties of a Record.
             * @deprecated Use sluice.record.v1.Record.$Properties instead.
             */
            interface IRecord extends sluice.record.v1.Record.$Properties {
            }

            /** Represents a Record. */
            class Record {

                /**
                 * Constructs a new Record.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: sluice.record.v1.Record.$Properties);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];

                /** Record schemaVersion. */
                schemaVersion: number;

                /** Record recordId. */
                recordId: string;

                /** Record receivedAt. */
                receivedAt: (number|Long);

                /** Record trace. */
                trace?: (sluice.record.v1.Trace.$Properties|null);

                /** Record metricPoints. */
                metricPoints?: (sluice.record.v1.MetricPoints.$Properties|null);

                /** Record scores. */
                scores?: (sluice.record.v1.Scores.$Properties|null);

                /** Record project. */
                project?: (string|null);

                /** Record body. */
                body?: ("trace"|"metricPoints"|"scores");

                /**
                 * Encodes the specified Record message. Does not implicitly {@link sluice.record.v1.Record.verify|verify} messages.
                 * @param message Record message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                static encode(message: sluice.record.v1.Record.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes a Record message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns {sluice.record.v1.Record & sluice.record.v1.Record.$Shape} Record
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): sluice.record.v1.Record & sluice.record.v1.Record.$Shape;
            }

            namespace Record {

                /** Properties of a Record. */
                interface $Properties {

                    /** Record schemaVersion */
                    schemaVersion?: (number|null);

                    /** Record recordId */
                    recordId?: (string|null);

                    /** Record receivedAt */
                    receivedAt?: (number|Long|null);

                    /** Record trace */
                    trace?: (sluice.record.v1.Trace.$Properties|null);

                    /** Record metricPoints */
                    metricPoints?: (sluice.record.v1.MetricPoints.$Properties|null);

                    /** Record scores */
                    scores?: (sluice.record.v1.Scores.$Properties|null);

                    /** Record project */
                    project?: (string|null);

                    /** Record body */
                    body?: ("trace"|"metricPoints"|"scores");

                    /** Unknown fields preserved while decoding when enabled */
                    $unknowns?: Uint8Array[];
                }

                /** Narrowed shape of a Record. */
                type $Shape = {
                  schemaVersion?: number|null;
                  recordId?: string|null;
                  receivedAt?: number|Long|null;
                  trace?: sluice.record.v1.Trace.$Shape|null;
                  metricPoints?: sluice.record.v1.MetricPoints.$Shape|null;
                  scores?: sluice.record.v1.Scores.$Shape|null;
                  project?: string|null;
                  $unknowns?: Uint8Array[];
                } & (
                  ({ body?: undefined; trace?: null; metricPoints?: null; scores?: null }|{ body?: "trace"; trace: sluice.record.v1.Trace.$Shape; metricPoints?: null; scores?: null }|{ body?: "metricPoints"; trace?: null; metricPoints: sluice.record.v1.MetricPoints.$Shape; scores?: null }|{ body?: "scores"; trace?: null; metricPoints?: null; scores: sluice.record.v1.Scores.$Shape })
                );
            }

            /**
             * Properties of a Trace.
             * @deprecated Use sluice.record.v1.Trace.$Properties instead.
             */
            interface ITrace extends sluice.record.v1.Trace.$Properties {
            }

            /** Represents a Trace. */
            class Trace {

                /**
                 * Constructs a new Trace.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: sluice.record.v1.Trace.$Properties);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];

                /** Trace traceId. */
                traceId: string;

                /** Trace updates. */
                updates: sluice.record.v1.Update.$Properties[];

                /** Trace tags. */
                tags: string[];

                /** Trace observations. */
                observations: sluice.record.v1.Observation.$Properties[];

                /** Trace stamps. */
                stamps?: (sluice.record.v1.EventStamps.$Properties|null);

                /**
                 * Encodes the specified Trace message. Does not implicitly {@link sluice.record.v1.Trace.verify|verify} messages.
                 * @param message Trace message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                static encode(message: sluice.record.v1.Trace.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes a Trace message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns {sluice.record.v1.Trace & sluice.record.v1.Trace.$Shape} Trace
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): sluice.record.v1.Trace & sluice.record.v1.Trace.$Shape;
            }

            namespace Trace {

                /** Properties of a Trace. */
                interface $Properties {

                    /** Trace traceId */
                    traceId?: (string|null);

                    /** Trace updates */
                    updates?: (sluice.record.v1.Update.$Properties[]|null);

                    /** Trace tags */
                    tags?: (string[]|null);

                    /** Trace observations */
                    observations?: (sluice.record.v1.Observation.$Properties[]|null);

                    /** Trace stamps */
                    stamps?: (sluice.record.v1.EventStamps.$Properties|null);

                    /** Unknown fields preserved while decoding when enabled */
                    $unknowns?: Uint8Array[];
                }

                /** Shape of a Trace. */
                type $Shape = {
                  traceId?: string|null;
                  updates?: sluice.record.v1.Update.$Shape[]|null;
                  tags?: string[]|null;
                  observations?: sluice.record.v1.Observation.$Shape[]|null;
                  stamps?: sluice.record.v1.EventStamps.$Shape|null;
                  $unknowns?: Uint8Array[];
                };
            }

            /**
             * Properties of an EventStamps.
             * @deprecated Use sluice.record.v1.EventStamps.$Properties instead.
             */
            interface IEventStamps extends sluice.record.v1.EventStamps.$Properties {
            }

            /** Represents an EventStamps. */
            class EventStamps {

                /**
                 * Constructs a new EventStamps.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: sluice.record.v1.EventStamps.$Properties);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];

                /** EventStamps stamp. */
                stamp: string;

                /** EventStamps first. */
                first?: (string|null);

                /**
                 * Encodes the specified EventStamps message. Does not implicitly {@link sluice.record.v1.EventStamps.verify|verify} messages.
                 * @param message EventStamps message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                static encode(message: sluice.record.v1.EventStamps.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes an EventStamps message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns {sluice.record.v1.EventStamps & sluice.record.v1.EventStamps.$Shape} EventStamps
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): sluice.record.v1.EventStamps & sluice.record.v1.EventStamps.$Shape;
            }

            namespace EventStamps {

                /** Properties of an EventStamps. */
                interface $Properties {

                    /** EventStamps stamp */
                    stamp?: (string|null);

                    /** EventStamps first */
                    first?: (string|null);

                    /** Unknown fields preserved while decoding when enabled */
                    $unknowns?: Uint8Array[];
                }

                /** Shape of an EventStamps. */
                type $Shape = sluice.record.v1.EventStamps.$Properties;
            }

            /**
             * Properties of an Update.
             * @deprecated Use sluice.record.v1.Update.$Properties instead.
             */
            interface IUpdate extends sluice.record.v1.Update.$Properties {
            }

            /** Represents an Update. */
            class Update {

                /**
                 * Constructs a new Update.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: sluice.record.v1.Update.$Properties);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];

                /** Update stamp. */
                stamp: string;

                /** Update fields. */
                fields?: (sluice.record.v1.TraceFields.$Properties|null);

                /**
                 * Encodes the specified Update message. Does not implicitly {@link sluice.record.v1.Update.verify|verify} messages.
                 * @param message Update message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                static encode(message: sluice.record.v1.Update.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes an Update message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns {sluice.record.v1.Update & sluice.record.v1.Update.$Shape} Update
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): sluice.record.v1.Update & sluice.record.v1.Update.$Shape;
            }

            namespace Update {

                /** Properties of an Update. */
                interface $Properties {

                    /** Update stamp */
                    stamp?: (string|null);

                    /** Update fields */
                    fields?: (sluice.record.v1.TraceFields.$Properties|null);

                    /** Unknown fields preserved while decoding when enabled */
                    $unknowns?: Uint8Array[];
                }

                /** Shape of an Update. */
                type $Shape = {
                  stamp?: string|null;
                  fields?: sluice.record.v1.TraceFields.$Shape|null;
                  $unknowns?: Uint8Array[];
                };
            }

            /**
             * Properties of a TraceFields.
             * @deprecated Use sluice.record.v1.TraceFields.$Properties instead.
             */
            interface ITraceFields extends sluice.record.v1.TraceFields.$Properties {
            }

            /** Represents a TraceFields. */
            class TraceFields {

                /**
                 * Constructs a new TraceFields.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: sluice.record.v1.TraceFields.$Properties);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];

                /** TraceFields name. */
                name?: (string|null);

                /** TraceFields userId. */
                userId?: (string|null);

                /** TraceFields sessionId. */
                sessionId?: (string|null);

                /** TraceFields release. */
                release?: (string|null);

                /** TraceFields version. */
                version?: (string|null);

                /** TraceFields environment. */
                environment?: (string|null);

                /** TraceFields public. */
                public?: (boolean|null);

                /** TraceFields timestamp. */
                timestamp?: (number|Long|null);

                /** TraceFields inputText. */
                inputText?: (string|null);

                /** TraceFields inputObservationId. */
                inputObservationId?: (string|null);

                /** TraceFields noInput. */
                noInput?: (boolean|null);

                /** TraceFields outputText. */
                outputText?: (string|null);

                /** TraceFields outputObservationId. */
                outputObservationId?: (string|null);

                /** TraceFields noOutput. */
                noOutput?: (boolean|null);

                /** TraceFields metadata. */
                metadata?: (sluice.record.v1.Texts.$Properties|null);

                /** TraceFields sentId. */
                sentId?: (string|null);

                /** TraceFields input. */
                input?: ("inputText"|"inputObservationId"|"noInput");

                /** TraceFields output. */
                output?: ("outputText"|"outputObservationId"|"noOutput");

                /**
                 * Encodes the specified TraceFields message. Does not implicitly {@link sluice.record.v1.TraceFields.verify|verify} messages.
                 * @param message TraceFields message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                static encode(message: sluice.record.v1.TraceFields.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes a TraceFields message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns {sluice.record.v1.TraceFields & sluice.record.v1.TraceFields.$Shape} TraceFields
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): sluice.record.v1.TraceFields & sluice.record.v1.TraceFields.$Shape;
            }

            namespace TraceFields {

                /** Properties of a TraceFields. */
                interface $Properties {

                    /** TraceFields name */
                    name?: (string|null);

                    /** TraceFields userId */
                    userId?: (string|null);

                    /** TraceFields sessionId */
                    sessionId?: (string|null);

                    /** TraceFields release */
                    release?: (string|null);

                    /** TraceFields version */
                    version?: (string|null);

                    /** TraceFields environment */
                    environment?: (string|null);

                    /** TraceFields public */
                    "public"?: (boolean|null);

                    /** TraceFields timestamp */
                    timestamp?: (number|Long|null);

                    /** TraceFields inputText */
                    inputText?: (string|null);

                    /** TraceFields inputObservationId */
                    inputObservationId?: (string|null);

                    /** TraceFields noInput */
                    noInput?: (boolean|null);

                    /** TraceFields outputText */
                    outputText?: (string|null);

                    /** TraceFields outputObservationId */
                    outputObservationId?: (string|null);

                    /** TraceFields noOutput */
                    noOutput?: (boolean|null);

                    /** TraceFields metadata */
                    metadata?: (sluice.record.v1.Texts.$Properties|null);

                    /** TraceFields sentId */
                    sentId?: (string|null);

                    /** TraceFields input */
                    input?: ("inputText"|"inputObservationId"|"noInput");

                    /** TraceFields output */
                    output?: ("outputText"|"outputObservationId"|"noOutput");

                    /** Unknown fields preserved while decoding when enabled */
                    $unknowns?: Uint8Array[];
                }

                /** Narrowed shape of a TraceFields. */
                type $Shape = {
                  name?: string|null;
                  userId?: string|null;
                  sessionId?: string|null;
                  release?: string|null;
                  version?: string|null;
                  environment?: string|null;
                  "public"?: boolean|null;
                  timestamp?: number|Long|null;
                  inputText?: string|null;
                  inputObservationId?: string|null;
                  noInput?: boolean|null;
                  outputText?: string|null;
                  outputObservationId?: string|null;
                  noOutput?: boolean|null;
                  metadata?: sluice.record.v1.Texts.$Shape|null;
                  sentId?: string|null;
                  $unknowns?: Uint8Array[];
                } & (
                  ({ input?: undefined; inputText?: null; inputObservationId?: null; noInput?: null }|{ input?: "inputText"; inputText: string; inputObservationId?: null; noInput?: null }|{ input?: "inputObservationId"; inputText?: null; inputObservationId: string; noInput?: null }|{ input?: "noInput"; inputText?: null; inputObservationId?: null; noInput: boolean })
                ) & (
                  ({ output?: undefined; outputText?: null; outputObservationId?: null; noOutput?: null }|{ output?: "outputText"; outputText: string; outputObservationId?: null; noOutput?: null }|{ output?: "outputObservationId"; outputText?: null; outputObservationId: string; noOutput?: null }|{ output?: "noOutput"; outputText?: null; outputObservationId?: null; noOutput: boolean })
                );
            }

            /**
             * Properties of an Observation.
             * @deprecated Use sluice.record.v1.Observation.$Properties instead.
             */
            interface IObservation extends sluice.record.v1.Observation.$Properties {
            }

            /** Represents an Observation. */
            class Observation {

                /**
                 * Constructs a new Observation.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: sluice.record.v1.Observation.$Properties);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];

                /** Observation id. */
                id: string;

                /** Observation parentId. */
                parentId?: (string|null);

                /** Observation topLevel. */
                topLevel?: (boolean|null);

                /** Observation counted. */
                counted: boolean;

                /** Observation type. */
                type?: (string|null);

                /** Observation name. */
                name?: (string|null);

                /** Observation startTime. */
                startTime?: (number|Long|null);

                /** Observation endTime. */
                endTime?: (number|Long|null);

                /** Observation completionStartTime. */
                completionStartTime?: (number|Long|null);

                /** Observation model. */
                model?: (string|null);

                /** Observation responseModel. */
                responseModel?: (string|null);

                /** Observation provider. */
                provider?: (string|null);

                /** Observation level. */
                level?: (string|null);

                /** Observation statusMessage. */
                statusMessage?: (string|null);

                /** Observation version. */
                version?: (string|null);

                /** Observation environment. */
                environment?: (string|null);

                /** Observation input. */
                input?: (string|null);

                /** Observation output. */
                output?: (string|null);

                /** Observation modelParameters. */
                modelParameters?: (string|null);

                /** Observation metadata. */
                metadata?: (sluice.record.v1.Texts.$Properties|null);

                /** Observation usage. */
                usage?: (sluice.record.v1.Usage.$Properties|null);

                /** Observation costDetails. */
                costDetails?: (sluice.record.v1.Amounts.$Properties|null);

                /** Observation scope. */
                scope?: (string|null);

                /** Observation promptName. */
                promptName?: (string|null);

                /** Observation promptVersion. */
                promptVersion?: (number|null);

                /** Observation isRoot. */
                isRoot?: (boolean|null);

                /** Observation awaitsEnd. */
                awaitsEnd?: (boolean|null);

                /** Observation service. */
                service?: (string|null);

                /** Observation sentId. */
                sentId?: (string|null);

                /** Observation sentParentId. */
                sentParentId?: (string|null);

                /** Observation parent. */
                parent?: ("parentId"|"topLevel");

                /**
                 * Encodes the specified Observation message. Does not implicitly {@link sluice.record.v1.Observation.verify|verify} messages.
                 * @param message Observation message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                static encode(message: sluice.record.v1.Observation.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes an Observation message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns {sluice.record.v1.Observation & sluice.record.v1.Observation.$Shape} Observation
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): sluice.record.v1.Observation & sluice.record.v1.Observation.$Shape;
            }

            namespace Observation {

                /** Properties of an Observation. */
                interface $Properties {

                    /** Observation id */
                    id?: (string|null);

                    /** Observation parentId */
                    parentId?: (string|null);

                    /** Observation topLevel */
                    topLevel?: (boolean|null);

                    /** Observation counted */
                    counted?: (boolean|null);

                    /** Observation type */
                    type?: (string|null);

                    /** Observation name */
                    name?: (string|null);

                    /** Observation startTime */
                    startTime?: (number|Long|null);

                    /** Observation endTime */
                    endTime?: (number|Long|null);

                    /** Observation completionStartTime */
                    completionStartTime?: (number|Long|null);

                    /** Observation model */
                    model?: (string|null);

                    /** Observation responseModel */
                    responseModel?: (string|null);

                    /** Observation provider */
                    provider?: (string|null);

                    /** Observation level */
                    level?: (string|null);

                    /** Observation statusMessage */
                    statusMessage?: (string|null);

                    /** Observation version */
                    version?: (string|null);

                    /** Observation environment */
                    environment?: (string|null);

                    /** Observation input */
                    input?: (string|null);

                    /** Observation output */
                    output?: (string|null);

                    /** Observation modelParameters */
                    modelParameters?: (string|null);

                    /** Observation metadata */
                    metadata?: (sluice.record.v1.Texts.$Properties|null);

                    /** Observation usage */
                    usage?: (sluice.record.v1.Usage.$Properties|null);

                    /** Observation costDetails */
                    costDetails?: (sluice.record.v1.Amounts.$Properties|null);

                    /** Observation scope */
                    scope?: (string|null);

                    /** Observation promptName */
                    promptName?: (string|null);

                    /** Observation promptVersion */
                    promptVersion?: (number|null);

                    /** Observation isRoot */
                    isRoot?: (boolean|null);

                    /** Observation awaitsEnd */
                    awaitsEnd?: (boolean|null);

                    /** Observation service */
                    service?: (string|null);

                    /** Observation sentId */
                    sentId?: (string|null);

                    /** Observation sentParentId */
                    sentParentId?: (string|null);

                    /** Observation parent */
                    parent?: ("parentId"|"topLevel");

                    /** Unknown fields preserved while decoding when enabled */
                    $unknowns?: Uint8Array[];
                }

                /** Narrowed shape of an Observation. */
                type $Shape = {
                  id?: string|null;
                  parentId?: string|null;
                  topLevel?: boolean|null;
                  counted?: boolean|null;
                  type?: string|null;
                  name?: string|null;
                  startTime?: number|Long|null;
                  endTime?: number|Long|null;
                  completionStartTime?: number|Long|null;
                  model?: string|null;
                  responseModel?: string|null;
                  provider?: string|null;
                  level?: string|null;
                  statusMessage?: string|null;
                  version?: string|null;
                  environment?: string|null;
                  input?: string|null;
                  output?: string|null;
                  modelParameters?: string|null;
                  metadata?: sluice.record.v1.Texts.$Shape|null;
                  usage?: sluice.record.v1.Usage.$Shape|null;
                  costDetails?: sluice.record.v1.Amounts.$Shape|null;
                  scope?: string|null;
                  promptName?: string|null;
                  promptVersion?: number|null;
                  isRoot?: boolean|null;
                  awaitsEnd?: boolean|null;
                  service?: string|null;
                  sentId?: string|null;
                  sentParentId?: string|null;
                  $unknowns?: Uint8Array[];
                } & (
                  ({ parent?: undefined; parentId?: null; topLevel?: null }|{ parent?: "parentId"; parentId: string; topLevel?: null }|{ parent?: "topLevel"; parentId?: null; topLevel: boolean })
                );
            }

            /**
             * Properties of a Usage.
             * @deprecated Use sluice.record.v1.Usage.$Properties instead.
             */
            interface IUsage extends sluice.record.v1.Usage.$Properties {
            }

            /** Represents a Usage. */
            class Usage {

                /**
                 * Constructs a new Usage.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: sluice.record.v1.Usage.$Properties);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];

                /** Usage input. */
                input?: (sluice.record.v1.Counts.$Properties|null);

                /** Usage output. */
                output?: (sluice.record.v1.Counts.$Properties|null);

                /** Usage other. */
                other?: (sluice.record.v1.Counts.$Properties|null);

                /** Usage total. */
                total?: (number|Long|null);

                /** Usage noTotal. */
                noTotal?: (boolean|null);

                /** Usage leastTotal. */
                leastTotal?: (number|Long|null);

                /** Usage totalStatement. */
                totalStatement?: ("total"|"noTotal"|"leastTotal");

                /**
                 * Encodes the specified Usage message. Does not implicitly {@link sluice.record.v1.Usage.verify|verify} messages.
                 * @param message Usage message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                static encode(message: sluice.record.v1.Usage.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes a Usage message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns {sluice.record.v1.Usage & sluice.record.v1.Usage.$Shape} Usage
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): sluice.record.v1.Usage & sluice.record.v1.Usage.$Shape;
            }

            namespace Usage {

                /** Properties of a Usage. */
                interface $Properties {

                    /** Usage input */
                    input?: (sluice.record.v1.Counts.$Properties|null);

                    /** Usage output */
                    output?: (sluice.record.v1.Counts.$Properties|null);

                    /** Usage other */
                    other?: (sluice.record.v1.Counts.$Properties|null);

                    /** Usage total */
                    total?: (number|Long|null);

                    /** Usage noTotal */
                    noTotal?: (boolean|null);

                    /** Usage leastTotal */
                    leastTotal?: (number|Long|null);

                    /** Usage totalStatement */
                    totalStatement?: ("total"|"noTotal"|"leastTotal");

                    /** Unknown fields preserved while decoding when enabled */
                    $unknowns?: Uint8Array[];
                }

                /** Narrowed shape of a Usage. */
                type $Shape = {
                  input?: sluice.record.v1.Counts.$Shape|null;
                  output?: sluice.record.v1.Counts.$Shape|null;
                  other?: sluice.record.v1.Counts.$Shape|null;
                  total?: number|Long|null;
                  noTotal?: boolean|null;
                  leastTotal?: number|Long|null;
                  $unknowns?: Uint8Array[];
                } & (
                  ({ totalStatement?: undefined; total?: null; noTotal?: null; leastTotal?: null }|{ totalStatement?: "total"; total: number|Long; noTotal?: null; leastTotal?: null }|{ totalStatement?: "noTotal"; total?: null; noTotal: boolean; leastTotal?: null }|{ totalStatement?: "leastTotal"; total?: null; noTotal?: null; leastTotal: number|Long })
                );
            }

            /**
             * Properties of a MetricPoints.
             * @deprecated Use sluice.record.v1.MetricPoints.$Properties instead.
             */
            interface IMetricPoints extends sluice.record.v1.MetricPoints.$Properties {
            }

            /** Represents a MetricPoints. */
            class MetricPoints {

                /**
                 * Constructs a new MetricPoints.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: sluice.record.v1.MetricPoints.$Properties);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];

                /** MetricPoints points. */
                points: sluice.record.v1.MetricPoint.$Properties[];

                /**
                 * Encodes the specified MetricPoints message. Does not implicitly {@link sluice.record.v1.MetricPoints.verify|verify} messages.
                 * @param message MetricPoints message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                static encode(message: sluice.record.v1.MetricPoints.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes a MetricPoints message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns {sluice.record.v1.MetricPoints & sluice.record.v1.MetricPoints.$Shape} MetricPoints
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): sluice.record.v1.MetricPoints & sluice.record.v1.MetricPoints.$Shape;
            }

            namespace MetricPoints {

                /** Properties of a MetricPoints. */
                interface $Properties {

                    /** MetricPoints points */
                    points?: (sluice.record.v1.MetricPoint.$Properties[]|null);

                    /** Unknown fields preserved while decoding when enabled */
                    $unknowns?: Uint8Array[];
                }

                /** Shape of a MetricPoints. */
                type $Shape = sluice.record.v1.MetricPoints.$Properties;
            }

            /**
             * Properties of a MetricPoint.
             * @deprecated Use sluice.record.v1.MetricPoint.$Properties instead.
             */
            interface IMetricPoint extends sluice.record.v1.MetricPoint.$Properties {
            }

            /** Represents a MetricPoint. */
            class MetricPoint {

                /**
                 * Constructs a new MetricPoint.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: sluice.record.v1.MetricPoint.$Properties);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];

                /** MetricPoint name. */
                name: string;

                /** MetricPoint labels. */
                labels: sluice.record.v1.Text.$Properties[];

                /** MetricPoint value. */
                value: number;

                /** MetricPoint timestamp. */
                timestamp: (number|Long);

                /**
                 * Encodes the specified MetricPoint message. Does not implicitly {@link sluice.record.v1.MetricPoint.verify|verify} messages.
                 * @param message MetricPoint message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                static encode(message: sluice.record.v1.MetricPoint.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes a MetricPoint message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns {sluice.record.v1.MetricPoint & sluice.record.v1.MetricPoint.$Shape} MetricPoint
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): sluice.record.v1.MetricPoint & sluice.record.v1.MetricPoint.$Shape;
            }

            namespace MetricPoint {

                /** Properties of a MetricPoint. */
                interface $Properties {

                    /** MetricPoint name */
                    name?: (string|null);

                    /** MetricPoint labels */
                    labels?: (sluice.record.v1.Text.$Properties[]|null);

                    /** MetricPoint value */
                    value?: (number|null);

                    /** MetricPoint timestamp */
                    timestamp?: (number|Long|null);

                    /** Unknown fields preserved while decoding when enabled */
                    $unknowns?: Uint8Array[];
                }

                /** Shape of a MetricPoint. */
                type $Shape = sluice.record.v1.MetricPoint.$Properties;
            }

            /**
             * Properties of a Texts.
             * @deprecated Use sluice.record.v1.Texts.$Properties instead.
             */
            interface ITexts extends sluice.record.v1.Texts.$Properties {
            }

            /** Represents a Texts. */
            class Texts {

                /**
                 * Constructs a new Texts.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: sluice.record.v1.Texts.$Properties);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];

                /** Texts entries. */
                entries: sluice.record.v1.Text.$Properties[];

                /**
                 * Encodes the specified Texts message. Does not implicitly {@link sluice.record.v1.Texts.verify|verify} messages.
                 * @param message Texts message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                static encode(message: sluice.record.v1.Texts.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes a Texts message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns {sluice.record.v1.Texts & sluice.record.v1.Texts.$Shape} Texts
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): sluice.record.v1.Texts & sluice.record.v1.Texts.$Shape;
            }

            namespace Texts {

                /** Properties of a Texts. */
                interface $Properties {

                    /** Texts entries */
                    entries?: (sluice.record.v1.Text.$Properties[]|null);

                    /** Unknown fields preserved while decoding when enabled */
                    $unknowns?: Uint8Array[];
                }

                /** Shape of a Texts. */
                type $Shape = sluice.record.v1.Texts.$Properties;
            }

            /**
             * Properties of a Text.
             * @deprecated Use sluice.record.v1.Text.$Properties instead.
             */
            interface IText extends sluice.record.v1.Text.$Properties {
            }

            /** Represents a Text. */
            class Text {

                /**
                 * Constructs a new Text.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: sluice.record.v1.Text.$Properties);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];

                /** Text key. */
                key: string;

                /** Text value. */
                value: string;

                /**
                 * Encodes the specified Text message. Does not implicitly {@link sluice.record.v1.Text.verify|verify} messages.
                 * @param message Text message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                static encode(message: sluice.record.v1.Text.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes a Text message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns {sluice.record.v1.Text & sluice.record.v1.Text.$Shape} Text
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): sluice.record.v1.Text & sluice.record.v1.Text.$Shape;
            }

            namespace Text {

                /** Properties of a Text. */
                interface $Properties {

                    /** Text key */
                    key?: (string|null);

                    /** Text value */
                    value?: (string|null);

                    /** Unknown fields preserved while decoding when enabled */
                    $unknowns?: Uint8Array[];
                }

                /** Shape of a Text. */
                type $Shape = sluice.record.v1.Text.$Properties;
            }

            /**
             * Properties of a Counts.
             * @deprecated Use sluice.record.v1.Counts.$Properties instead.
             */
            interface ICounts extends sluice.record.v1.Counts.$Properties {
            }

            /** Represents a Counts. */
            class Counts {

                /**
                 * Constructs a new Counts.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: sluice.record.v1.Counts.$Properties);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];

                /** Counts entries. */
                entries: sluice.record.v1.Count.$Properties[];

                /**
                 * Encodes the specified Counts message. Does not implicitly {@link sluice.record.v1.Counts.verify|verify} messages.
                 * @param message Counts message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                static encode(message: sluice.record.v1.Counts.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes a Counts message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns {sluice.record.v1.Counts & sluice.record.v1.Counts.$Shape} Counts
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): sluice.record.v1.Counts & sluice.record.v1.Counts.$Shape;
            }

            namespace Counts {

                /** Properties of a Counts. */
                interface $Properties {

                    /** Counts entries */
                    entries?: (sluice.record.v1.Count.$Properties[]|null);

                    /** Unknown fields preserved while decoding when enabled */
                    $unknowns?: Uint8Array[];
                }

                /** Shape of a Counts. */
                type $Shape = sluice.record.v1.Counts.$Properties;
            }

            /**
             * Properties of a Count.
             * @deprecated Use sluice.record.v1.Count.$Properties instead.
             */
            interface ICount extends sluice.record.v1.Count.$Properties {
            }

            /** Represents a Count. */
            class Count {

                /**
                 * Constructs a new Count.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: sluice.record.v1.Count.$Properties);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];

                /** Count key. */
                key: string;

                /** Count value. */
                value: (number|Long);

                /**
                 * Encodes the specified Count message. Does not implicitly {@link sluice.record.v1.Count.verify|verify} messages.
                 * @param message Count message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                static encode(message: sluice.record.v1.Count.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes a Count message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns {sluice.record.v1.Count & sluice.record.v1.Count.$Shape} Count
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): sluice.record.v1.Count & sluice.record.v1.Count.$Shape;
            }

            namespace Count {

                /** Properties of a Count. */
                interface $Properties {

                    /** Count key */
                    key?: (string|null);

                    /** Count value */
                    value?: (number|Long|null);

                    /** Unknown fields preserved while decoding when enabled */
                    $unknowns?: Uint8Array[];
                }

                /** Shape of a Count. */
                type $Shape = sluice.record.v1.Count.$Properties;
            }

            /**
             * Properties of an Amounts.
             * @deprecated Use sluice.record.v1.Amounts.$Properties instead.
             */
            interface IAmounts extends sluice.record.v1.Amounts.$Properties {
            }

            /** Represents an Amounts. */
            class Amounts {

                /**
                 * Constructs a new Amounts.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: sluice.record.v1.Amounts.$Properties);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];

                /** Amounts entries. */
                entries: sluice.record.v1.Amount.$Properties[];

                /**
                 * Encodes the specified Amounts message. Does not implicitly {@link sluice.record.v1.Amounts.verify|verify} messages.
                 * @param message Amounts message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                static encode(message: sluice.record.v1.Amounts.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes an Amounts message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns {sluice.record.v1.Amounts & sluice.record.v1.Amounts.$Shape} Amounts
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): sluice.record.v1.Amounts & sluice.record.v1.Amounts.$Shape;
            }

            namespace Amounts {

                /** Properties of an Amounts. */
                interface $Properties {

                    /** Amounts entries */
                    entries?: (sluice.record.v1.Amount.$Properties[]|null);

                    /** Unknown fields preserved while decoding when enabled */
                    $unknowns?: Uint8Array[];
                }

                /** Shape of an Amounts. */
                type $Shape = sluice.record.v1.Amounts.$Properties;
            }

            /**
             * Properties of an Amount.
             * @deprecated Use sluice.record.v1.Amount.$Properties instead.
             */
            interface IAmount extends sluice.record.v1.Amount.$Properties {
            }

            /** Represents an Amount. */
            class Amount {

                /**
                 * Constructs a new Amount.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: sluice.record.v1.Amount.$Properties);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];

                /** Amount key. */
                key: string;

                /** Amount value. */
                value: number;

                /**
                 * Encodes the specified Amount message. Does not implicitly {@link sluice.record.v1.Amount.verify|verify} messages.
                 * @param message Amount message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                static encode(message: sluice.record.v1.Amount.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes an Amount message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns {sluice.record.v1.Amount & sluice.record.v1.Amount.$Shape} Amount
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): sluice.record.v1.Amount & sluice.record.v1.Amount.$Shape;
            }

            namespace Amount {

                /** Properties of an Amount. */
                interface $Properties {

                    /** Amount key */
                    key?: (string|null);

                    /** Amount value */
                    value?: (number|null);

                    /** Unknown fields preserved while decoding when enabled */
                    $unknowns?: Uint8Array[];
                }

                /** Shape of an Amount. */
                type $Shape = sluice.record.v1.Amount.$Properties;
            }

            /**
             * Properties of a Scores.
             * @deprecated Use sluice.record.v1.Scores.$Properties instead.
             */
            interface IScores extends sluice.record.v1.Scores.$Properties {
            }

            /** Represents a Scores. */
            class Scores {

                /**
                 * Constructs a new Scores.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: sluice.record.v1.Scores.$Properties);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];

                /** Scores scores. */
                scores: sluice.record.v1.Score.$Properties[];

                /**
                 * Encodes the specified Scores message. Does not implicitly {@link sluice.record.v1.Scores.verify|verify} messages.
                 * @param message Scores message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                static encode(message: sluice.record.v1.Scores.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes a Scores message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns {sluice.record.v1.Scores & sluice.record.v1.Scores.$Shape} Scores
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): sluice.record.v1.Scores & sluice.record.v1.Scores.$Shape;
            }

            namespace Scores {

                /** Properties of a Scores. */
                interface $Properties {

                    /** Scores scores */
                    scores?: (sluice.record.v1.Score.$Properties[]|null);

                    /** Unknown fields preserved while decoding when enabled */
                    $unknowns?: Uint8Array[];
                }

                /** Shape of a Scores. */
                type $Shape = {
                  scores?: sluice.record.v1.Score.$Shape[]|null;
                  $unknowns?: Uint8Array[];
                };
            }

            /**
             * Properties of a Score.
             * @deprecated Use sluice.record.v1.Score.$Properties instead.
             */
            interface IScore extends sluice.record.v1.Score.$Properties {
            }

            /** Represents a Score. */
            class Score {

                /**
                 * Constructs a new Score.
                 * @param [properties] Properties to set
                 */
                constructor(properties?: sluice.record.v1.Score.$Properties);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];

                /** Score id. */
                id: string;

                /** Score stamp. */
                stamp: string;

                /** Score name. */
                name: string;

                /** Score timestamp. */
                timestamp: (number|Long);

                /** Score dataType. */
                dataType: string;

                /** Score value. */
                value?: (number|null);

                /** Score stringValue. */
                stringValue?: (string|null);

                /** Score traceId. */
                traceId?: (string|null);

                /** Score sentTraceId. */
                sentTraceId?: (string|null);

                /** Score observationId. */
                observationId?: (string|null);

                /** Score sentObservationId. */
                sentObservationId?: (string|null);

                /** Score sessionId. */
                sessionId?: (string|null);

                /** Score datasetRunId. */
                datasetRunId?: (string|null);

                /** Score source. */
                source: string;

                /** Score comment. */
                comment?: (string|null);

                /** Score noComment. */
                noComment?: (boolean|null);

                /** Score metadata. */
                metadata?: (string|null);

                /** Score environment. */
                environment?: (string|null);

                /** Score configId. */
                configId?: (string|null);

                /** Score queueId. */
                queueId?: (string|null);

                /** Score authorUserId. */
                authorUserId?: (string|null);

                /** Score commentStatement. */
                commentStatement?: ("comment"|"noComment");

                /**
                 * Encodes the specified Score message. Does not implicitly {@link sluice.record.v1.Score.verify|verify} messages.
                 * @param message Score message or plain object to encode
                 * @param [writer] Writer to encode to
                 * @returns Writer
                 */
                static encode(message: sluice.record.v1.Score.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

                /**
                 * Decodes a Score message from the specified reader or buffer.
                 * @param reader Reader or buffer to decode from
                 * @param [length] Message length if known beforehand
                 * @returns {sluice.record.v1.Score & sluice.record.v1.Score.$Shape} Score
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
                static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): sluice.record.v1.Score & sluice.record.v1.Score.$Shape;
            }

            namespace Score {

                /** Properties of a Score. */
                interface $Properties {

                    /** Score id */
                    id?: (string|null);

                    /** Score stamp */
                    stamp?: (string|null);

                    /** Score name */
                    name?: (string|null);

                    /** Score timestamp */
                    timestamp?: (number|Long|null);

                    /** Score dataType */
                    dataType?: (string|null);

                    /** Score value */
                    value?: (number|null);

                    /** Score stringValue */
                    stringValue?: (string|null);

                    /** Score traceId */
                    traceId?: (string|null);

                    /** Score sentTraceId */
                    sentTraceId?: (string|null);

                    /** Score observationId */
                    observationId?: (string|null);

                    /** Score sentObservationId */
                    sentObservationId?: (string|null);

                    /** Score sessionId */
                    sessionId?: (string|null);

                    /** Score datasetRunId */
                    datasetRunId?: (string|null);

                    /** Score source */
                    source?: (string|null);

                    /** Score comment */
                    comment?: (string|null);

                    /** Score noComment */
                    noComment?: (boolean|null);

                    /** Score metadata */
                    metadata?: (string|null);

                    /** Score environment */
                    environment?: (string|null);

                    /** Score configId */
                    configId?: (string|null);

                    /** Score queueId */
                    queueId?: (string|null);

                    /** Score authorUserId */
                    authorUserId?: (string|null);

                    /** Score commentStatement */
                    commentStatement?: ("comment"|"noComment");

                    /** Unknown fields preserved while decoding when enabled */
                    $unknowns?: Uint8Array[];
                }

                /** Narrowed shape of a Score. */
                type $Shape = {
                  id?: string|null;
                  stamp?: string|null;
                  name?: string|null;
                  timestamp?: number|Long|null;
                  dataType?: string|null;
                  value?: number|null;
                  stringValue?: string|null;
                  traceId?: string|null;
                  sentTraceId?: string|null;
                  observationId?: string|null;
                  sentObservationId?: string|null;
                  sessionId?: string|null;
                  datasetRunId?: string|null;
                  source?: string|null;
                  comment?: string|null;
                  noComment?: boolean|null;
                  metadata?: string|null;
                  environment?: string|null;
                  configId?: string|null;
                  queueId?: string|null;
                  authorUserId?: string|null;
                  $unknowns?: Uint8Array[];
                } & (
                  ({ commentStatement?: undefined; comment?: null; noComment?: null }|{ commentStatement?: "comment"; comment: string; noComment?: null }|{ commentStatement?: "noComment"; comment?: null; noComment: boolean })
                );
            }
        }
    }
}
