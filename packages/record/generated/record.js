/*eslint-disable block-scoped-var, id-length, no-control-regex, no-magic-numbers, no-mixed-operators, no-prototype-builtins, no-redeclare, no-shadow, no-var, sort-vars, default-case, jsdoc/require-param*/
"use strict";

var $protobuf = require("protobufjs/minimal");

var $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;
var $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error, $RangeError = $util.global.RangeError;

var $root = $protobuf.roots["sluice_record"] || ($protobuf.roots["sluice_record"] = {});

$root.sluice = (function() {

    var sluice = {};

    sluice.record = (function() {

        var record = {};

        record.v1 = (function() {

            var v1 = {};

            v1.Record = (function() {

                var Record = function (properties) {
                    if (properties)
                        for (var keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                Record.prototype.schemaVersion = 0;
                Record.prototype.recordId = "";
                Record.prototype.receivedAt = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                Record.prototype.trace = null;
                Record.prototype.metricPoints = null;
                Record.prototype.scores = null;
                Record.prototype.project = null;

                var $oneOfFields;

                $Object.defineProperty(Record.prototype, "body", {
                    get: $util.oneOfGetter($oneOfFields = ["trace", "metricPoints", "scores"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Record.prototype, "_project", {
                    get: $util.oneOfGetter($oneOfFields = ["project"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                Record.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.schemaVersion != null && $Object.hasOwnProperty.call(message, "schemaVersion") && message.schemaVersion !== 0)
                        writer.uint32(8).uint32(message.schemaVersion);
                    if (message.recordId != null && $Object.hasOwnProperty.call(message, "recordId") && message.recordId !== "")
                        writer.uint32(18).string(message.recordId);
                    if (message.receivedAt != null && $Object.hasOwnProperty.call(message, "receivedAt") && (typeof message.receivedAt === "object" ? message.receivedAt.low || message.receivedAt.high : message.receivedAt !== 0))
                        writer.uint32(24).int64(message.receivedAt);
                    if (message.trace != null && $Object.hasOwnProperty.call(message, "trace"))
                        $root.sluice.record.v1.Trace.encode(message.trace, writer.uint32(34).fork(), _depth + 1).ldelim();
                    if (message.metricPoints != null && $Object.hasOwnProperty.call(message, "metricPoints"))
                        $root.sluice.record.v1.MetricPoints.encode(message.metricPoints, writer.uint32(42).fork(), _depth + 1).ldelim();
                    if (message.project != null && $Object.hasOwnProperty.call(message, "project"))
                        writer.uint32(50).string(message.project);
                    if (message.scores != null && $Object.hasOwnProperty.call(message, "scores"))
                        $root.sluice.record.v1.Scores.encode(message.scores, writer.uint32(58).fork(), _depth + 1).ldelim();
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (var i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                Record.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    var end, message, value;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sluice.record.v1.Record();
                    while (reader.pos < end) {
                        var start = reader.pos;
                        var tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        var wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.uint32())
                                    message.schemaVersion = value;
                                else
                                    delete message.schemaVersion;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.recordId = value;
                                else
                                    delete message.recordId;
                                continue;
                            }
                        case 3: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.receivedAt = value;
                                else
                                    delete message.receivedAt;
                                continue;
                            }
                        case 4: {
                                if (wireType !== 2)
                                    break;
                                message.trace = $root.sluice.record.v1.Trace.decode(reader, reader.size(), $undefined, _depth + 1, message.trace);
                                message.body = "trace";
                                continue;
                            }
                        case 5: {
                                if (wireType !== 2)
                                    break;
                                message.metricPoints = $root.sluice.record.v1.MetricPoints.decode(reader, reader.size(), $undefined, _depth + 1, message.metricPoints);
                                message.body = "metricPoints";
                                continue;
                            }
                        case 7: {
                                if (wireType !== 2)
                                    break;
                                message.scores = $root.sluice.record.v1.Scores.decode(reader, reader.size(), $undefined, _depth + 1, message.scores);
                                message.body = "scores";
                                continue;
                            }
                        case 6: {
                                if (wireType !== 2)
                                    break;
                                message.project = reader.stringVerify();
                                message._project = "project";
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return Record;
            })();

            v1.Trace = (function() {

                var Trace = function (properties) {
                    this.updates = [];
                    this.tags = [];
                    this.observations = [];
                    if (properties)
                        for (var keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                Trace.prototype.traceId = "";
                Trace.prototype.updates = $util.emptyArray;
                Trace.prototype.tags = $util.emptyArray;
                Trace.prototype.observations = $util.emptyArray;
                Trace.prototype.stamps = null;

                Trace.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.traceId != null && $Object.hasOwnProperty.call(message, "traceId") && message.traceId !== "")
                        writer.uint32(10).string(message.traceId);
                    if (message.updates != null && message.updates.length)
                        for (var i = 0; i < message.updates.length; ++i)
                            $root.sluice.record.v1.Update.encode(message.updates[i], writer.uint32(18).fork(), _depth + 1).ldelim();
                    if (message.tags != null && message.tags.length)
                        for (var i = 0; i < message.tags.length; ++i)
                            writer.uint32(26).string(message.tags[i]);
                    if (message.observations != null && message.observations.length)
                        for (var i = 0; i < message.observations.length; ++i)
                            $root.sluice.record.v1.Observation.encode(message.observations[i], writer.uint32(34).fork(), _depth + 1).ldelim();
                    if (message.stamps != null && $Object.hasOwnProperty.call(message, "stamps"))
                        $root.sluice.record.v1.EventStamps.encode(message.stamps, writer.uint32(42).fork(), _depth + 1).ldelim();
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (var i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                Trace.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    var end, message, value;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sluice.record.v1.Trace();
                    while (reader.pos < end) {
                        var start = reader.pos;
                        var tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        var wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.traceId = value;
                                else
                                    delete message.traceId;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.updates && message.updates.length))
                                    message.updates = [];
                                message.updates.push($root.sluice.record.v1.Update.decode(reader, reader.size(), $undefined, _depth + 1));
                                continue;
                            }
                        case 3: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.tags && message.tags.length))
                                    message.tags = [];
                                message.tags.push(reader.stringVerify());
                                continue;
                            }
                        case 4: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.observations && message.observations.length))
                                    message.observations = [];
                                message.observations.push($root.sluice.record.v1.Observation.decode(reader, reader.size(), $undefined, _depth + 1));
                                continue;
                            }
                        case 5: {
                                if (wireType !== 2)
                                    break;
                                message.stamps = $root.sluice.record.v1.EventStamps.decode(reader, reader.size(), $undefined, _depth + 1, message.stamps);
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return Trace;
            })();

            v1.EventStamps = (function() {

                var EventStamps = function (properties) {
                    if (properties)
                        for (var keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                EventStamps.prototype.stamp = "";
                EventStamps.prototype.first = null;

                var $oneOfFields;

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(EventStamps.prototype, "_first", {
                    get: $util.oneOfGetter($oneOfFields = ["first"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                EventStamps.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.stamp != null && $Object.hasOwnProperty.call(message, "stamp") && message.stamp !== "")
                        writer.uint32(10).string(message.stamp);
                    if (message.first != null && $Object.hasOwnProperty.call(message, "first"))
                        writer.uint32(18).string(message.first);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (var i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                EventStamps.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    var end, message, value;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sluice.record.v1.EventStamps();
                    while (reader.pos < end) {
                        var start = reader.pos;
                        var tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        var wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.stamp = value;
                                else
                                    delete message.stamp;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                message.first = reader.stringVerify();
                                message._first = "first";
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return EventStamps;
            })();

            v1.Update = (function() {

                var Update = function (properties) {
                    if (properties)
                        for (var keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                Update.prototype.stamp = "";
                Update.prototype.fields = null;

                Update.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.stamp != null && $Object.hasOwnProperty.call(message, "stamp") && message.stamp !== "")
                        writer.uint32(10).string(message.stamp);
                    if (message.fields != null && $Object.hasOwnProperty.call(message, "fields"))
                        $root.sluice.record.v1.TraceFields.encode(message.fields, writer.uint32(18).fork(), _depth + 1).ldelim();
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (var i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                Update.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    var end, message, value;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sluice.record.v1.Update();
                    while (reader.pos < end) {
                        var start = reader.pos;
                        var tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        var wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.stamp = value;
                                else
                                    delete message.stamp;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                message.fields = $root.sluice.record.v1.TraceFields.decode(reader, reader.size(), $undefined, _depth + 1, message.fields);
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return Update;
            })();

            v1.TraceFields = (function() {

                var TraceFields = function (properties) {
                    if (properties)
                        for (var keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                TraceFields.prototype.name = null;
                TraceFields.prototype.userId = null;
                TraceFields.prototype.sessionId = null;
                TraceFields.prototype.release = null;
                TraceFields.prototype.version = null;
                TraceFields.prototype.environment = null;
                TraceFields.prototype["public"] = null;
                TraceFields.prototype.timestamp = null;
                TraceFields.prototype.inputText = null;
                TraceFields.prototype.inputObservationId = null;
                TraceFields.prototype.noInput = null;
                TraceFields.prototype.outputText = null;
                TraceFields.prototype.outputObservationId = null;
                TraceFields.prototype.noOutput = null;
                TraceFields.prototype.metadata = null;
                TraceFields.prototype.sentId = null;

                var $oneOfFields;

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(TraceFields.prototype, "_name", {
                    get: $util.oneOfGetter($oneOfFields = ["name"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(TraceFields.prototype, "_userId", {
                    get: $util.oneOfGetter($oneOfFields = ["userId"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(TraceFields.prototype, "_sessionId", {
                    get: $util.oneOfGetter($oneOfFields = ["sessionId"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(TraceFields.prototype, "_release", {
                    get: $util.oneOfGetter($oneOfFields = ["release"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(TraceFields.prototype, "_version", {
                    get: $util.oneOfGetter($oneOfFields = ["version"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(TraceFields.prototype, "_environment", {
                    get: $util.oneOfGetter($oneOfFields = ["environment"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(TraceFields.prototype, "_public", {
                    get: $util.oneOfGetter($oneOfFields = ["public"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(TraceFields.prototype, "_timestamp", {
                    get: $util.oneOfGetter($oneOfFields = ["timestamp"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                $Object.defineProperty(TraceFields.prototype, "input", {
                    get: $util.oneOfGetter($oneOfFields = ["inputText", "inputObservationId", "noInput"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                $Object.defineProperty(TraceFields.prototype, "output", {
                    get: $util.oneOfGetter($oneOfFields = ["outputText", "outputObservationId", "noOutput"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(TraceFields.prototype, "_sentId", {
                    get: $util.oneOfGetter($oneOfFields = ["sentId"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                TraceFields.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.name != null && $Object.hasOwnProperty.call(message, "name"))
                        writer.uint32(10).string(message.name);
                    if (message.userId != null && $Object.hasOwnProperty.call(message, "userId"))
                        writer.uint32(18).string(message.userId);
                    if (message.sessionId != null && $Object.hasOwnProperty.call(message, "sessionId"))
                        writer.uint32(26).string(message.sessionId);
                    if (message.release != null && $Object.hasOwnProperty.call(message, "release"))
                        writer.uint32(34).string(message.release);
                    if (message.version != null && $Object.hasOwnProperty.call(message, "version"))
                        writer.uint32(42).string(message.version);
                    if (message.environment != null && $Object.hasOwnProperty.call(message, "environment"))
                        writer.uint32(50).string(message.environment);
                    if (message["public"] != null && $Object.hasOwnProperty.call(message, "public"))
                        writer.uint32(56).bool(message["public"]);
                    if (message.timestamp != null && $Object.hasOwnProperty.call(message, "timestamp"))
                        writer.uint32(64).int64(message.timestamp);
                    if (message.inputText != null && $Object.hasOwnProperty.call(message, "inputText"))
                        writer.uint32(74).string(message.inputText);
                    if (message.inputObservationId != null && $Object.hasOwnProperty.call(message, "inputObservationId"))
                        writer.uint32(82).string(message.inputObservationId);
                    if (message.outputText != null && $Object.hasOwnProperty.call(message, "outputText"))
                        writer.uint32(90).string(message.outputText);
                    if (message.outputObservationId != null && $Object.hasOwnProperty.call(message, "outputObservationId"))
                        writer.uint32(98).string(message.outputObservationId);
                    if (message.metadata != null && $Object.hasOwnProperty.call(message, "metadata"))
                        $root.sluice.record.v1.Texts.encode(message.metadata, writer.uint32(106).fork(), _depth + 1).ldelim();
                    if (message.noInput != null && $Object.hasOwnProperty.call(message, "noInput"))
                        writer.uint32(112).bool(message.noInput);
                    if (message.noOutput != null && $Object.hasOwnProperty.call(message, "noOutput"))
                        writer.uint32(120).bool(message.noOutput);
                    if (message.sentId != null && $Object.hasOwnProperty.call(message, "sentId"))
                        writer.uint32(130).string(message.sentId);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (var i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                TraceFields.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    var end, message, value;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sluice.record.v1.TraceFields();
                    while (reader.pos < end) {
                        var start = reader.pos;
                        var tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        var wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                message.name = reader.stringVerify();
                                message._name = "name";
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                message.userId = reader.stringVerify();
                                message._userId = "userId";
                                continue;
                            }
                        case 3: {
                                if (wireType !== 2)
                                    break;
                                message.sessionId = reader.stringVerify();
                                message._sessionId = "sessionId";
                                continue;
                            }
                        case 4: {
                                if (wireType !== 2)
                                    break;
                                message.release = reader.stringVerify();
                                message._release = "release";
                                continue;
                            }
                        case 5: {
                                if (wireType !== 2)
                                    break;
                                message.version = reader.stringVerify();
                                message._version = "version";
                                continue;
                            }
                        case 6: {
                                if (wireType !== 2)
                                    break;
                                message.environment = reader.stringVerify();
                                message._environment = "environment";
                                continue;
                            }
                        case 7: {
                                if (wireType !== 0)
                                    break;
                                message["public"] = reader.bool();
                                message._public = "public";
                                continue;
                            }
                        case 8: {
                                if (wireType !== 0)
                                    break;
                                message.timestamp = reader.int64();
                                message._timestamp = "timestamp";
                                continue;
                            }
                        case 9: {
                                if (wireType !== 2)
                                    break;
                                message.inputText = reader.stringVerify();
                                message.input = "inputText";
                                continue;
                            }
                        case 10: {
                                if (wireType !== 2)
                                    break;
                                message.inputObservationId = reader.stringVerify();
                                message.input = "inputObservationId";
                                continue;
                            }
                        case 14: {
                                if (wireType !== 0)
                                    break;
                                message.noInput = reader.bool();
                                message.input = "noInput";
                                continue;
                            }
                        case 11: {
                                if (wireType !== 2)
                                    break;
                                message.outputText = reader.stringVerify();
                                message.output = "outputText";
                                continue;
                            }
                        case 12: {
                                if (wireType !== 2)
                                    break;
                                message.outputObservationId = reader.stringVerify();
                                message.output = "outputObservationId";
                                continue;
                            }
                        case 15: {
                                if (wireType !== 0)
                                    break;
                                message.noOutput = reader.bool();
                                message.output = "noOutput";
                                continue;
                            }
                        case 13: {
                                if (wireType !== 2)
                                    break;
                                message.metadata = $root.sluice.record.v1.Texts.decode(reader, reader.size(), $undefined, _depth + 1, message.metadata);
                                continue;
                            }
                        case 16: {
                                if (wireType !== 2)
                                    break;
                                message.sentId = reader.stringVerify();
                                message._sentId = "sentId";
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return TraceFields;
            })();

            v1.Observation = (function() {

                var Observation = function (properties) {
                    if (properties)
                        for (var keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                Observation.prototype.id = "";
                Observation.prototype.parentId = null;
                Observation.prototype.topLevel = null;
                Observation.prototype.counted = false;
                Observation.prototype.type = null;
                Observation.prototype.name = null;
                Observation.prototype.startTime = null;
                Observation.prototype.endTime = null;
                Observation.prototype.completionStartTime = null;
                Observation.prototype.model = null;
                Observation.prototype.responseModel = null;
                Observation.prototype.provider = null;
                Observation.prototype.level = null;
                Observation.prototype.statusMessage = null;
                Observation.prototype.version = null;
                Observation.prototype.environment = null;
                Observation.prototype.input = null;
                Observation.prototype.output = null;
                Observation.prototype.modelParameters = null;
                Observation.prototype.metadata = null;
                Observation.prototype.usage = null;
                Observation.prototype.costDetails = null;
                Observation.prototype.scope = null;
                Observation.prototype.promptName = null;
                Observation.prototype.promptVersion = null;
                Observation.prototype.isRoot = null;
                Observation.prototype.awaitsEnd = null;
                Observation.prototype.service = null;
                Observation.prototype.sentId = null;
                Observation.prototype.sentParentId = null;

                var $oneOfFields;

                $Object.defineProperty(Observation.prototype, "parent", {
                    get: $util.oneOfGetter($oneOfFields = ["parentId", "topLevel"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Observation.prototype, "_type", {
                    get: $util.oneOfGetter($oneOfFields = ["type"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Observation.prototype, "_name", {
                    get: $util.oneOfGetter($oneOfFields = ["name"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Observation.prototype, "_startTime", {
                    get: $util.oneOfGetter($oneOfFields = ["startTime"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Observation.prototype, "_endTime", {
                    get: $util.oneOfGetter($oneOfFields = ["endTime"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Observation.prototype, "_completionStartTime", {
                    get: $util.oneOfGetter($oneOfFields = ["completionStartTime"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Observation.prototype, "_model", {
                    get: $util.oneOfGetter($oneOfFields = ["model"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Observation.prototype, "_responseModel", {
                    get: $util.oneOfGetter($oneOfFields = ["responseModel"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Observation.prototype, "_provider", {
                    get: $util.oneOfGetter($oneOfFields = ["provider"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Observation.prototype, "_level", {
                    get: $util.oneOfGetter($oneOfFields = ["level"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Observation.prototype, "_statusMessage", {
                    get: $util.oneOfGetter($oneOfFields = ["statusMessage"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Observation.prototype, "_version", {
                    get: $util.oneOfGetter($oneOfFields = ["version"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Observation.prototype, "_environment", {
                    get: $util.oneOfGetter($oneOfFields = ["environment"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Observation.prototype, "_input", {
                    get: $util.oneOfGetter($oneOfFields = ["input"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Observation.prototype, "_output", {
                    get: $util.oneOfGetter($oneOfFields = ["output"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Observation.prototype, "_modelParameters", {
                    get: $util.oneOfGetter($oneOfFields = ["modelParameters"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Observation.prototype, "_scope", {
                    get: $util.oneOfGetter($oneOfFields = ["scope"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Observation.prototype, "_promptName", {
                    get: $util.oneOfGetter($oneOfFields = ["promptName"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Observation.prototype, "_promptVersion", {
                    get: $util.oneOfGetter($oneOfFields = ["promptVersion"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Observation.prototype, "_isRoot", {
                    get: $util.oneOfGetter($oneOfFields = ["isRoot"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Observation.prototype, "_awaitsEnd", {
                    get: $util.oneOfGetter($oneOfFields = ["awaitsEnd"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Observation.prototype, "_service", {
                    get: $util.oneOfGetter($oneOfFields = ["service"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Observation.prototype, "_sentId", {
                    get: $util.oneOfGetter($oneOfFields = ["sentId"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Observation.prototype, "_sentParentId", {
                    get: $util.oneOfGetter($oneOfFields = ["sentParentId"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                Observation.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.id != null && $Object.hasOwnProperty.call(message, "id") && message.id !== "")
                        writer.uint32(10).string(message.id);
                    if (message.parentId != null && $Object.hasOwnProperty.call(message, "parentId"))
                        writer.uint32(18).string(message.parentId);
                    if (message.topLevel != null && $Object.hasOwnProperty.call(message, "topLevel"))
                        writer.uint32(24).bool(message.topLevel);
                    if (message.type != null && $Object.hasOwnProperty.call(message, "type"))
                        writer.uint32(34).string(message.type);
                    if (message.name != null && $Object.hasOwnProperty.call(message, "name"))
                        writer.uint32(42).string(message.name);
                    if (message.startTime != null && $Object.hasOwnProperty.call(message, "startTime"))
                        writer.uint32(48).int64(message.startTime);
                    if (message.endTime != null && $Object.hasOwnProperty.call(message, "endTime"))
                        writer.uint32(56).int64(message.endTime);
                    if (message.completionStartTime != null && $Object.hasOwnProperty.call(message, "completionStartTime"))
                        writer.uint32(64).int64(message.completionStartTime);
                    if (message.model != null && $Object.hasOwnProperty.call(message, "model"))
                        writer.uint32(74).string(message.model);
                    if (message.responseModel != null && $Object.hasOwnProperty.call(message, "responseModel"))
                        writer.uint32(82).string(message.responseModel);
                    if (message.provider != null && $Object.hasOwnProperty.call(message, "provider"))
                        writer.uint32(90).string(message.provider);
                    if (message.level != null && $Object.hasOwnProperty.call(message, "level"))
                        writer.uint32(98).string(message.level);
                    if (message.statusMessage != null && $Object.hasOwnProperty.call(message, "statusMessage"))
                        writer.uint32(106).string(message.statusMessage);
                    if (message.version != null && $Object.hasOwnProperty.call(message, "version"))
                        writer.uint32(114).string(message.version);
                    if (message.environment != null && $Object.hasOwnProperty.call(message, "environment"))
                        writer.uint32(122).string(message.environment);
                    if (message.input != null && $Object.hasOwnProperty.call(message, "input"))
                        writer.uint32(130).string(message.input);
                    if (message.output != null && $Object.hasOwnProperty.call(message, "output"))
                        writer.uint32(138).string(message.output);
                    if (message.modelParameters != null && $Object.hasOwnProperty.call(message, "modelParameters"))
                        writer.uint32(146).string(message.modelParameters);
                    if (message.metadata != null && $Object.hasOwnProperty.call(message, "metadata"))
                        $root.sluice.record.v1.Texts.encode(message.metadata, writer.uint32(154).fork(), _depth + 1).ldelim();
                    if (message.usage != null && $Object.hasOwnProperty.call(message, "usage"))
                        $root.sluice.record.v1.Usage.encode(message.usage, writer.uint32(162).fork(), _depth + 1).ldelim();
                    if (message.costDetails != null && $Object.hasOwnProperty.call(message, "costDetails"))
                        $root.sluice.record.v1.Amounts.encode(message.costDetails, writer.uint32(170).fork(), _depth + 1).ldelim();
                    if (message.counted != null && $Object.hasOwnProperty.call(message, "counted") && message.counted !== false)
                        writer.uint32(176).bool(message.counted);
                    if (message.scope != null && $Object.hasOwnProperty.call(message, "scope"))
                        writer.uint32(186).string(message.scope);
                    if (message.promptName != null && $Object.hasOwnProperty.call(message, "promptName"))
                        writer.uint32(194).string(message.promptName);
                    if (message.promptVersion != null && $Object.hasOwnProperty.call(message, "promptVersion"))
                        writer.uint32(200).uint32(message.promptVersion);
                    if (message.isRoot != null && $Object.hasOwnProperty.call(message, "isRoot"))
                        writer.uint32(208).bool(message.isRoot);
                    if (message.awaitsEnd != null && $Object.hasOwnProperty.call(message, "awaitsEnd"))
                        writer.uint32(216).bool(message.awaitsEnd);
                    if (message.service != null && $Object.hasOwnProperty.call(message, "service"))
                        writer.uint32(226).string(message.service);
                    if (message.sentId != null && $Object.hasOwnProperty.call(message, "sentId"))
                        writer.uint32(234).string(message.sentId);
                    if (message.sentParentId != null && $Object.hasOwnProperty.call(message, "sentParentId"))
                        writer.uint32(242).string(message.sentParentId);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (var i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                Observation.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    var end, message, value;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sluice.record.v1.Observation();
                    while (reader.pos < end) {
                        var start = reader.pos;
                        var tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        var wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.id = value;
                                else
                                    delete message.id;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                message.parentId = reader.stringVerify();
                                message.parent = "parentId";
                                continue;
                            }
                        case 3: {
                                if (wireType !== 0)
                                    break;
                                message.topLevel = reader.bool();
                                message.parent = "topLevel";
                                continue;
                            }
                        case 22: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.bool())
                                    message.counted = value;
                                else
                                    delete message.counted;
                                continue;
                            }
                        case 4: {
                                if (wireType !== 2)
                                    break;
                                message.type = reader.stringVerify();
                                message._type = "type";
                                continue;
                            }
                        case 5: {
                                if (wireType !== 2)
                                    break;
                                message.name = reader.stringVerify();
                                message._name = "name";
                                continue;
                            }
                        case 6: {
                                if (wireType !== 0)
                                    break;
                                message.startTime = reader.int64();
                                message._startTime = "startTime";
                                continue;
                            }
                        case 7: {
                                if (wireType !== 0)
                                    break;
                                message.endTime = reader.int64();
                                message._endTime = "endTime";
                                continue;
                            }
                        case 8: {
                                if (wireType !== 0)
                                    break;
                                message.completionStartTime = reader.int64();
                                message._completionStartTime = "completionStartTime";
                                continue;
                            }
                        case 9: {
                                if (wireType !== 2)
                                    break;
                                message.model = reader.stringVerify();
                                message._model = "model";
                                continue;
                            }
                        case 10: {
                                if (wireType !== 2)
                                    break;
                                message.responseModel = reader.stringVerify();
                                message._responseModel = "responseModel";
                                continue;
                            }
                        case 11: {
                                if (wireType !== 2)
                                    break;
                                message.provider = reader.stringVerify();
                                message._provider = "provider";
                                continue;
                            }
                        case 12: {
                                if (wireType !== 2)
                                    break;
                                message.level = reader.stringVerify();
                                message._level = "level";
                                continue;
                            }
                        case 13: {
                                if (wireType !== 2)
                                    break;
                                message.statusMessage = reader.stringVerify();
                                message._statusMessage = "statusMessage";
                                continue;
                            }
                        case 14: {
                                if (wireType !== 2)
                                    break;
                                message.version = reader.stringVerify();
                                message._version = "version";
                                continue;
                            }
                        case 15: {
                                if (wireType !== 2)
                                    break;
                                message.environment = reader.stringVerify();
                                message._environment = "environment";
                                continue;
                            }
                        case 16: {
                                if (wireType !== 2)
                                    break;
                                message.input = reader.stringVerify();
                                message._input = "input";
                                continue;
                            }
                        case 17: {
                                if (wireType !== 2)
                                    break;
                                message.output = reader.stringVerify();
                                message._output = "output";
                                continue;
                            }
                        case 18: {
                                if (wireType !== 2)
                                    break;
                                message.modelParameters = reader.stringVerify();
                                message._modelParameters = "modelParameters";
                                continue;
                            }
                        case 19: {
                                if (wireType !== 2)
                                    break;
                                message.metadata = $root.sluice.record.v1.Texts.decode(reader, reader.size(), $undefined, _depth + 1, message.metadata);
                                continue;
                            }
                        case 20: {
                                if (wireType !== 2)
                                    break;
                                message.usage = $root.sluice.record.v1.Usage.decode(reader, reader.size(), $undefined, _depth + 1, message.usage);
                                continue;
                            }
                        case 21: {
                                if (wireType !== 2)
                                    break;
                                message.costDetails = $root.sluice.record.v1.Amounts.decode(reader, reader.size(), $undefined, _depth + 1, message.costDetails);
                                continue;
                            }
                        case 23: {
                                if (wireType !== 2)
                                    break;
                                message.scope = reader.stringVerify();
                                message._scope = "scope";
                                continue;
                            }
                        case 24: {
                                if (wireType !== 2)
                                    break;
                                message.promptName = reader.stringVerify();
                                message._promptName = "promptName";
                                continue;
                            }
                        case 25: {
                                if (wireType !== 0)
                                    break;
                                message.promptVersion = reader.uint32();
                                message._promptVersion = "promptVersion";
                                continue;
                            }
                        case 26: {
                                if (wireType !== 0)
                                    break;
                                message.isRoot = reader.bool();
                                message._isRoot = "isRoot";
                                continue;
                            }
                        case 27: {
                                if (wireType !== 0)
                                    break;
                                message.awaitsEnd = reader.bool();
                                message._awaitsEnd = "awaitsEnd";
                                continue;
                            }
                        case 28: {
                                if (wireType !== 2)
                                    break;
                                message.service = reader.stringVerify();
                                message._service = "service";
                                continue;
                            }
                        case 29: {
                                if (wireType !== 2)
                                    break;
                                message.sentId = reader.stringVerify();
                                message._sentId = "sentId";
                                continue;
                            }
                        case 30: {
                                if (wireType !== 2)
                                    break;
                                message.sentParentId = reader.stringVerify();
                                message._sentParentId = "sentParentId";
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return Observation;
            })();

            v1.Usage = (function() {

                var Usage = function (properties) {
                    if (properties)
                        for (var keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                Usage.prototype.input = null;
                Usage.prototype.output = null;
                Usage.prototype.other = null;
                Usage.prototype.total = null;
                Usage.prototype.noTotal = null;
                Usage.prototype.leastTotal = null;

                var $oneOfFields;

                $Object.defineProperty(Usage.prototype, "totalStatement", {
                    get: $util.oneOfGetter($oneOfFields = ["total", "noTotal", "leastTotal"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                Usage.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.input != null && $Object.hasOwnProperty.call(message, "input"))
                        $root.sluice.record.v1.Counts.encode(message.input, writer.uint32(10).fork(), _depth + 1).ldelim();
                    if (message.output != null && $Object.hasOwnProperty.call(message, "output"))
                        $root.sluice.record.v1.Counts.encode(message.output, writer.uint32(18).fork(), _depth + 1).ldelim();
                    if (message.other != null && $Object.hasOwnProperty.call(message, "other"))
                        $root.sluice.record.v1.Counts.encode(message.other, writer.uint32(26).fork(), _depth + 1).ldelim();
                    if (message.total != null && $Object.hasOwnProperty.call(message, "total"))
                        writer.uint32(32).uint64(message.total);
                    if (message.noTotal != null && $Object.hasOwnProperty.call(message, "noTotal"))
                        writer.uint32(40).bool(message.noTotal);
                    if (message.leastTotal != null && $Object.hasOwnProperty.call(message, "leastTotal"))
                        writer.uint32(48).uint64(message.leastTotal);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (var i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                Usage.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    var end, message, value;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sluice.record.v1.Usage();
                    while (reader.pos < end) {
                        var start = reader.pos;
                        var tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        var wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                message.input = $root.sluice.record.v1.Counts.decode(reader, reader.size(), $undefined, _depth + 1, message.input);
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                message.output = $root.sluice.record.v1.Counts.decode(reader, reader.size(), $undefined, _depth + 1, message.output);
                                continue;
                            }
                        case 3: {
                                if (wireType !== 2)
                                    break;
                                message.other = $root.sluice.record.v1.Counts.decode(reader, reader.size(), $undefined, _depth + 1, message.other);
                                continue;
                            }
                        case 4: {
                                if (wireType !== 0)
                                    break;
                                message.total = reader.uint64();
                                message.totalStatement = "total";
                                continue;
                            }
                        case 5: {
                                if (wireType !== 0)
                                    break;
                                message.noTotal = reader.bool();
                                message.totalStatement = "noTotal";
                                continue;
                            }
                        case 6: {
                                if (wireType !== 0)
                                    break;
                                message.leastTotal = reader.uint64();
                                message.totalStatement = "leastTotal";
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return Usage;
            })();

            v1.MetricPoints = (function() {

                var MetricPoints = function (properties) {
                    this.points = [];
                    if (properties)
                        for (var keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                MetricPoints.prototype.points = $util.emptyArray;

                MetricPoints.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.points != null && message.points.length)
                        for (var i = 0; i < message.points.length; ++i)
                            $root.sluice.record.v1.MetricPoint.encode(message.points[i], writer.uint32(10).fork(), _depth + 1).ldelim();
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (var i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                MetricPoints.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    var end, message;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sluice.record.v1.MetricPoints();
                    while (reader.pos < end) {
                        var start = reader.pos;
                        var tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        var wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.points && message.points.length))
                                    message.points = [];
                                message.points.push($root.sluice.record.v1.MetricPoint.decode(reader, reader.size(), $undefined, _depth + 1));
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return MetricPoints;
            })();

            v1.MetricPoint = (function() {

                var MetricPoint = function (properties) {
                    this.labels = [];
                    if (properties)
                        for (var keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                MetricPoint.prototype.name = "";
                MetricPoint.prototype.labels = $util.emptyArray;
                MetricPoint.prototype.value = 0;
                MetricPoint.prototype.timestamp = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

                MetricPoint.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
                        writer.uint32(10).string(message.name);
                    if (message.labels != null && message.labels.length)
                        for (var i = 0; i < message.labels.length; ++i)
                            $root.sluice.record.v1.Text.encode(message.labels[i], writer.uint32(18).fork(), _depth + 1).ldelim();
                    if (message.value != null && $Object.hasOwnProperty.call(message, "value") && !$Object.is(message.value, 0))
                        writer.uint32(25).double(message.value);
                    if (message.timestamp != null && $Object.hasOwnProperty.call(message, "timestamp") && (typeof message.timestamp === "object" ? message.timestamp.low || message.timestamp.high : message.timestamp !== 0))
                        writer.uint32(32).int64(message.timestamp);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (var i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                MetricPoint.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    var end, message, value;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sluice.record.v1.MetricPoint();
                    while (reader.pos < end) {
                        var start = reader.pos;
                        var tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        var wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.name = value;
                                else
                                    delete message.name;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.labels && message.labels.length))
                                    message.labels = [];
                                message.labels.push($root.sluice.record.v1.Text.decode(reader, reader.size(), $undefined, _depth + 1));
                                continue;
                            }
                        case 3: {
                                if (wireType !== 1)
                                    break;
                                if (!$Object.is(value = reader.double(), 0))
                                    message.value = value;
                                else
                                    delete message.value;
                                continue;
                            }
                        case 4: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.timestamp = value;
                                else
                                    delete message.timestamp;
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return MetricPoint;
            })();

            v1.Texts = (function() {

                var Texts = function (properties) {
                    this.entries = [];
                    if (properties)
                        for (var keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                Texts.prototype.entries = $util.emptyArray;

                Texts.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.entries != null && message.entries.length)
                        for (var i = 0; i < message.entries.length; ++i)
                            $root.sluice.record.v1.Text.encode(message.entries[i], writer.uint32(10).fork(), _depth + 1).ldelim();
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (var i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                Texts.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    var end, message;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sluice.record.v1.Texts();
                    while (reader.pos < end) {
                        var start = reader.pos;
                        var tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        var wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.entries && message.entries.length))
                                    message.entries = [];
                                message.entries.push($root.sluice.record.v1.Text.decode(reader, reader.size(), $undefined, _depth + 1));
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return Texts;
            })();

            v1.Text = (function() {

                var Text = function (properties) {
                    if (properties)
                        for (var keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                Text.prototype.key = "";
                Text.prototype.value = "";

                Text.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.key != null && $Object.hasOwnProperty.call(message, "key") && message.key !== "")
                        writer.uint32(10).string(message.key);
                    if (message.value != null && $Object.hasOwnProperty.call(message, "value") && message.value !== "")
                        writer.uint32(18).string(message.value);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (var i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                Text.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    var end, message, value;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sluice.record.v1.Text();
                    while (reader.pos < end) {
                        var start = reader.pos;
                        var tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        var wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.key = value;
                                else
                                    delete message.key;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.value = value;
                                else
                                    delete message.value;
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return Text;
            })();

            v1.Counts = (function() {

                var Counts = function (properties) {
                    this.entries = [];
                    if (properties)
                        for (var keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                Counts.prototype.entries = $util.emptyArray;

                Counts.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.entries != null && message.entries.length)
                        for (var i = 0; i < message.entries.length; ++i)
                            $root.sluice.record.v1.Count.encode(message.entries[i], writer.uint32(10).fork(), _depth + 1).ldelim();
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (var i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                Counts.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    var end, message;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sluice.record.v1.Counts();
                    while (reader.pos < end) {
                        var start = reader.pos;
                        var tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        var wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.entries && message.entries.length))
                                    message.entries = [];
                                message.entries.push($root.sluice.record.v1.Count.decode(reader, reader.size(), $undefined, _depth + 1));
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return Counts;
            })();

            v1.Count = (function() {

                var Count = function (properties) {
                    if (properties)
                        for (var keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                Count.prototype.key = "";
                Count.prototype.value = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

                Count.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.key != null && $Object.hasOwnProperty.call(message, "key") && message.key !== "")
                        writer.uint32(10).string(message.key);
                    if (message.value != null && $Object.hasOwnProperty.call(message, "value") && (typeof message.value === "object" ? message.value.low || message.value.high : message.value !== 0))
                        writer.uint32(16).uint64(message.value);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (var i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                Count.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    var end, message, value;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sluice.record.v1.Count();
                    while (reader.pos < end) {
                        var start = reader.pos;
                        var tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        var wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.key = value;
                                else
                                    delete message.key;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                    message.value = value;
                                else
                                    delete message.value;
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return Count;
            })();

            v1.Amounts = (function() {

                var Amounts = function (properties) {
                    this.entries = [];
                    if (properties)
                        for (var keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                Amounts.prototype.entries = $util.emptyArray;

                Amounts.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.entries != null && message.entries.length)
                        for (var i = 0; i < message.entries.length; ++i)
                            $root.sluice.record.v1.Amount.encode(message.entries[i], writer.uint32(10).fork(), _depth + 1).ldelim();
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (var i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                Amounts.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    var end, message;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sluice.record.v1.Amounts();
                    while (reader.pos < end) {
                        var start = reader.pos;
                        var tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        var wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.entries && message.entries.length))
                                    message.entries = [];
                                message.entries.push($root.sluice.record.v1.Amount.decode(reader, reader.size(), $undefined, _depth + 1));
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return Amounts;
            })();

            v1.Amount = (function() {

                var Amount = function (properties) {
                    if (properties)
                        for (var keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                Amount.prototype.key = "";
                Amount.prototype.value = 0;

                Amount.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.key != null && $Object.hasOwnProperty.call(message, "key") && message.key !== "")
                        writer.uint32(10).string(message.key);
                    if (message.value != null && $Object.hasOwnProperty.call(message, "value") && !$Object.is(message.value, 0))
                        writer.uint32(17).double(message.value);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (var i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                Amount.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    var end, message, value;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sluice.record.v1.Amount();
                    while (reader.pos < end) {
                        var start = reader.pos;
                        var tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        var wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.key = value;
                                else
                                    delete message.key;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 1)
                                    break;
                                if (!$Object.is(value = reader.double(), 0))
                                    message.value = value;
                                else
                                    delete message.value;
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return Amount;
            })();

            v1.Scores = (function() {

                var Scores = function (properties) {
                    this.scores = [];
                    if (properties)
                        for (var keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                Scores.prototype.scores = $util.emptyArray;

                Scores.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.scores != null && message.scores.length)
                        for (var i = 0; i < message.scores.length; ++i)
                            $root.sluice.record.v1.Score.encode(message.scores[i], writer.uint32(10).fork(), _depth + 1).ldelim();
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (var i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                Scores.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    var end, message;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sluice.record.v1.Scores();
                    while (reader.pos < end) {
                        var start = reader.pos;
                        var tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        var wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.scores && message.scores.length))
                                    message.scores = [];
                                message.scores.push($root.sluice.record.v1.Score.decode(reader, reader.size(), $undefined, _depth + 1));
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return Scores;
            })();

            v1.Score = (function() {

                var Score = function (properties) {
                    if (properties)
                        for (var keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                Score.prototype.id = "";
                Score.prototype.stamp = "";
                Score.prototype.name = "";
                Score.prototype.timestamp = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                Score.prototype.dataType = "";
                Score.prototype.value = null;
                Score.prototype.stringValue = null;
                Score.prototype.traceId = null;
                Score.prototype.sentTraceId = null;
                Score.prototype.observationId = null;
                Score.prototype.sentObservationId = null;
                Score.prototype.sessionId = null;
                Score.prototype.datasetRunId = null;
                Score.prototype.source = "";
                Score.prototype.comment = null;
                Score.prototype.noComment = null;
                Score.prototype.metadata = null;
                Score.prototype.environment = null;
                Score.prototype.configId = null;
                Score.prototype.queueId = null;
                Score.prototype.authorUserId = null;

                var $oneOfFields;

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Score.prototype, "_value", {
                    get: $util.oneOfGetter($oneOfFields = ["value"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Score.prototype, "_stringValue", {
                    get: $util.oneOfGetter($oneOfFields = ["stringValue"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Score.prototype, "_traceId", {
                    get: $util.oneOfGetter($oneOfFields = ["traceId"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Score.prototype, "_sentTraceId", {
                    get: $util.oneOfGetter($oneOfFields = ["sentTraceId"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Score.prototype, "_observationId", {
                    get: $util.oneOfGetter($oneOfFields = ["observationId"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Score.prototype, "_sentObservationId", {
                    get: $util.oneOfGetter($oneOfFields = ["sentObservationId"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Score.prototype, "_sessionId", {
                    get: $util.oneOfGetter($oneOfFields = ["sessionId"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Score.prototype, "_datasetRunId", {
                    get: $util.oneOfGetter($oneOfFields = ["datasetRunId"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                $Object.defineProperty(Score.prototype, "commentStatement", {
                    get: $util.oneOfGetter($oneOfFields = ["comment", "noComment"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Score.prototype, "_metadata", {
                    get: $util.oneOfGetter($oneOfFields = ["metadata"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Score.prototype, "_environment", {
                    get: $util.oneOfGetter($oneOfFields = ["environment"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Score.prototype, "_configId", {
                    get: $util.oneOfGetter($oneOfFields = ["configId"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Score.prototype, "_queueId", {
                    get: $util.oneOfGetter($oneOfFields = ["queueId"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                // Virtual OneOf for proto3 optional field
                $Object.defineProperty(Score.prototype, "_authorUserId", {
                    get: $util.oneOfGetter($oneOfFields = ["authorUserId"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                Score.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.id != null && $Object.hasOwnProperty.call(message, "id") && message.id !== "")
                        writer.uint32(10).string(message.id);
                    if (message.stamp != null && $Object.hasOwnProperty.call(message, "stamp") && message.stamp !== "")
                        writer.uint32(18).string(message.stamp);
                    if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
                        writer.uint32(26).string(message.name);
                    if (message.timestamp != null && $Object.hasOwnProperty.call(message, "timestamp") && (typeof message.timestamp === "object" ? message.timestamp.low || message.timestamp.high : message.timestamp !== 0))
                        writer.uint32(32).int64(message.timestamp);
                    if (message.dataType != null && $Object.hasOwnProperty.call(message, "dataType") && message.dataType !== "")
                        writer.uint32(42).string(message.dataType);
                    if (message.value != null && $Object.hasOwnProperty.call(message, "value"))
                        writer.uint32(49).double(message.value);
                    if (message.stringValue != null && $Object.hasOwnProperty.call(message, "stringValue"))
                        writer.uint32(58).string(message.stringValue);
                    if (message.traceId != null && $Object.hasOwnProperty.call(message, "traceId"))
                        writer.uint32(66).string(message.traceId);
                    if (message.sentTraceId != null && $Object.hasOwnProperty.call(message, "sentTraceId"))
                        writer.uint32(74).string(message.sentTraceId);
                    if (message.observationId != null && $Object.hasOwnProperty.call(message, "observationId"))
                        writer.uint32(82).string(message.observationId);
                    if (message.sentObservationId != null && $Object.hasOwnProperty.call(message, "sentObservationId"))
                        writer.uint32(90).string(message.sentObservationId);
                    if (message.sessionId != null && $Object.hasOwnProperty.call(message, "sessionId"))
                        writer.uint32(98).string(message.sessionId);
                    if (message.datasetRunId != null && $Object.hasOwnProperty.call(message, "datasetRunId"))
                        writer.uint32(106).string(message.datasetRunId);
                    if (message.source != null && $Object.hasOwnProperty.call(message, "source") && message.source !== "")
                        writer.uint32(114).string(message.source);
                    if (message.comment != null && $Object.hasOwnProperty.call(message, "comment"))
                        writer.uint32(122).string(message.comment);
                    if (message.noComment != null && $Object.hasOwnProperty.call(message, "noComment"))
                        writer.uint32(128).bool(message.noComment);
                    if (message.metadata != null && $Object.hasOwnProperty.call(message, "metadata"))
                        writer.uint32(138).string(message.metadata);
                    if (message.environment != null && $Object.hasOwnProperty.call(message, "environment"))
                        writer.uint32(146).string(message.environment);
                    if (message.configId != null && $Object.hasOwnProperty.call(message, "configId"))
                        writer.uint32(154).string(message.configId);
                    if (message.queueId != null && $Object.hasOwnProperty.call(message, "queueId"))
                        writer.uint32(162).string(message.queueId);
                    if (message.authorUserId != null && $Object.hasOwnProperty.call(message, "authorUserId"))
                        writer.uint32(170).string(message.authorUserId);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (var i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                Score.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    var end, message, value;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sluice.record.v1.Score();
                    while (reader.pos < end) {
                        var start = reader.pos;
                        var tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        var wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.id = value;
                                else
                                    delete message.id;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.stamp = value;
                                else
                                    delete message.stamp;
                                continue;
                            }
                        case 3: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.name = value;
                                else
                                    delete message.name;
                                continue;
                            }
                        case 4: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.timestamp = value;
                                else
                                    delete message.timestamp;
                                continue;
                            }
                        case 5: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.dataType = value;
                                else
                                    delete message.dataType;
                                continue;
                            }
                        case 6: {
                                if (wireType !== 1)
                                    break;
                                message.value = reader.double();
                                message._value = "value";
                                continue;
                            }
                        case 7: {
                                if (wireType !== 2)
                                    break;
                                message.stringValue = reader.stringVerify();
                                message._stringValue = "stringValue";
                                continue;
                            }
                        case 8: {
                                if (wireType !== 2)
                                    break;
                                message.traceId = reader.stringVerify();
                                message._traceId = "traceId";
                                continue;
                            }
                        case 9: {
                                if (wireType !== 2)
                                    break;
                                message.sentTraceId = reader.stringVerify();
                                message._sentTraceId = "sentTraceId";
                                continue;
                            }
                        case 10: {
                                if (wireType !== 2)
                                    break;
                                message.observationId = reader.stringVerify();
                                message._observationId = "observationId";
                                continue;
                            }
                        case 11: {
                                if (wireType !== 2)
                                    break;
                                message.sentObservationId = reader.stringVerify();
                                message._sentObservationId = "sentObservationId";
                                continue;
                            }
                        case 12: {
                                if (wireType !== 2)
                                    break;
                                message.sessionId = reader.stringVerify();
                                message._sessionId = "sessionId";
                                continue;
                            }
                        case 13: {
                                if (wireType !== 2)
                                    break;
                                message.datasetRunId = reader.stringVerify();
                                message._datasetRunId = "datasetRunId";
                                continue;
                            }
                        case 14: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.source = value;
                                else
                                    delete message.source;
                                continue;
                            }
                        case 15: {
                                if (wireType !== 2)
                                    break;
                                message.comment = reader.stringVerify();
                                message.commentStatement = "comment";
                                continue;
                            }
                        case 16: {
                                if (wireType !== 0)
                                    break;
                                message.noComment = reader.bool();
                                message.commentStatement = "noComment";
                                continue;
                            }
                        case 17: {
                                if (wireType !== 2)
                                    break;
                                message.metadata = reader.stringVerify();
                                message._metadata = "metadata";
                                continue;
                            }
                        case 18: {
                                if (wireType !== 2)
                                    break;
                                message.environment = reader.stringVerify();
                                message._environment = "environment";
                                continue;
                            }
                        case 19: {
                                if (wireType !== 2)
                                    break;
                                message.configId = reader.stringVerify();
                                message._configId = "configId";
                                continue;
                            }
                        case 20: {
                                if (wireType !== 2)
                                    break;
                                message.queueId = reader.stringVerify();
                                message._queueId = "queueId";
                                continue;
                            }
                        case 21: {
                                if (wireType !== 2)
                                    break;
                                message.authorUserId = reader.stringVerify();
                                message._authorUserId = "authorUserId";
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return Score;
            })();

            return v1;
        })();

        return record;
    })();

    return sluice;
})();

module.exports = $root;
