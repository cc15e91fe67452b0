{{- define "sluice.name" -}}{{ default .Chart.Name .Values.nameOverride | trunc 40 | trimAll "-" }}{{- end }}

{{- define "sluice.fullname" -}}
{{- if .Values.fullnameOverride }}{{ .Values.fullnameOverride | trunc 40 | trimAll "-" }}
{{- else if contains (include "sluice.name" .) .Release.Name }}{{ .Release.Name | trunc 40 | trimAll "-" }}
{{- else }}{{ printf "%s-%s" .Release.Name (include "sluice.name" .) | trunc 40 | trimAll "-" }}{{ end }}
{{- end }}

{{- define "sluice.selector" -}}
app.kubernetes.io/name: {{ include "sluice.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "sluice.labels" -}}
{{ include "sluice.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "sluice.image" -}}{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}{{- end }}

{{/* The restricted profile of the Pod Security Standards. */}}
{{- define "sluice.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "sluice.containerSecurity" -}}
readOnlyRootFilesystem: true
allowPrivilegeEscalation: false
capabilities: { drop: [ALL] }
{{- end }}

{{- define "sluice.probes" -}}
# /startupz asks Kafka and Postgres until both have answered once; later outages take no pod out of its Service: packages/http/RATIONALE.md.
startupProbe: { httpGet: { path: /livez, port: admin }, periodSeconds: 2, failureThreshold: 60 }
livenessProbe: { httpGet: { path: /livez, port: admin }, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 }
readinessProbe: { httpGet: { path: /startupz, port: admin }, periodSeconds: 5, timeoutSeconds: 5 }
{{- end }}

{{- define "sluice.brokers" -}}
{{- $brokers := required "kafka.brokers is needed: host:port of your brokers, separated by commas" . }}
{{- $broker := `(\[[0-9A-Fa-f:.]+\]|[^][\s:,/@]+):[0-9]{1,5}` }}
{{- if not (regexMatch (printf "^%s(,%s)*$" $broker $broker) $brokers) }}
{{- fail "kafka.brokers has to be host:port, separated by commas; an IPv6 address as [::1]:9092" }}
{{- end }}
{{- $brokers }}
{{- end }}

{{/*
  What is wrong with the port of an address; empty where nothing is. Dict: root, address, what (the value that has it), default (the
  port where the address has none), ports (the name of those that .Values.networkPolicy lets through).
*/}}
{{- define "sluice.portProblem" -}}
{{- $policy := .root.Values.networkPolicy }}
{{- $place := regexReplaceAll "[/?].*$" (regexReplaceAll "^[a-z]+://" .address "") "" }}
{{- $port := regexFind ":[0-9]+$" $place | trimPrefix ":" | default .default }}
{{- if or (lt (int64 $port) 1) (gt (int64 $port) 65535) }}
{{- printf "%s has the port %s; accepted are 1 to 65535" .what $port }}
{{- else if and $policy.enabled (not (has $port (toStrings (get $policy .ports)))) }}
{{- printf "%s has the port %s, which networkPolicy.%s does not let through (%s): add it there" .what $port .ports (join ", " (get $policy .ports)) }}
{{- end }}
{{- end }}

{{/* What is in a list more than once, separated by commas. Dict: items, by (the field that names an item). */}}
{{- define "sluice.twice" -}}
{{- $names := list }}{{ $twice := list }}
{{- $by := .by }}
{{- range .items }}
{{- $name := get . $by }}
{{- if has $name $names }}{{ $twice = append $twice $name }}{{ end }}
{{- $names = append $names $name }}
{{- end }}
{{- $twice | uniq | join ", " }}
{{- end }}

{{/* A quantity of Kubernetes as a plain number. */}}
{{- define "sluice.amount" -}}
{{- $unit := regexFind "[A-Za-z]*$" (toString .) }}
{{- $sizes := dict "" 1.0 "m" 0.001 "k" 1e3 "M" 1e6 "G" 1e9 "T" 1e12 "P" 1e15 "E" 1e18 "Ki" 1024.0 "Mi" 1048576.0 "Gi" 1073741824.0 "Ti" 1099511627776.0 "Pi" 1125899906842624.0 "Ei" 1152921504606846976.0 }}
{{- mulf (float64 (trimSuffix $unit (toString .))) (get $sizes $unit) }}
{{- end }}

{{/* The Secret with the tokens of clients. */}}
{{- define "sluice.credentialsSecret" -}}
{{- required "credentials.existingSecret is needed: a Secret with the tokens of your clients (README.md of the chart)" .Values.credentials.existingSecret }}
{{- end }}

{{/* Environment of what speaks to Kafka. */}}
{{- define "sluice.kafkaEnv" -}}
{{- with .Values.kafka }}
- { name: KAFKA_BROKERS, value: {{ include "sluice.brokers" .brokers | quote }} }
{{- with .topicPrefix }}
- { name: KAFKA_TOPIC_PREFIX, value: {{ . | quote }} }
{{- end }}
{{- if .tls.enabled }}
- { name: KAFKA_SSL, value: 'true' }
{{- if .tls.existingSecret }}
- { name: KAFKA_SSL_CA_FILE, value: /etc/sluice/kafka-tls/ca.crt }
{{- if .tls.clientCertificate }}
- { name: KAFKA_SSL_CERT_FILE, value: /etc/sluice/kafka-tls/tls.crt }
- { name: KAFKA_SSL_KEY_FILE, value: /etc/sluice/kafka-tls/tls.key }
{{- end }}
{{- end }}
{{- end }}
{{- with .sasl }}{{ if .mechanism }}
- { name: KAFKA_SASL_MECHANISM, value: {{ .mechanism }} }
{{- $secret := required "kafka.sasl.existingSecret is needed with kafka.sasl.mechanism" .existingSecret }}
{{- if .username }}
- { name: KAFKA_SASL_USERNAME, value: {{ .username | quote }} }
{{- else }}
- { name: KAFKA_SASL_USERNAME, valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ .usernameKey }} } } }
{{- end }}
- { name: KAFKA_SASL_PASSWORD_FILE, value: /etc/sluice/kafka-sasl/{{ .passwordKey }} }
{{- if .cleartext }}
- { name: KAFKA_SASL_CLEARTEXT, value: 'true' }
{{- end }}
{{- end }}{{ end }}
{{- end }}
{{- end }}

{{- define "sluice.kafkaVolumes" -}}
{{- if and .Values.kafka.tls.enabled .Values.kafka.tls.existingSecret }}
- name: kafka-tls
  secret:
    secretName: {{ .Values.kafka.tls.existingSecret }}
    # Nothing else that is in it: the Secret of an authority may have its key, too.
    items:
      {{- range ternary (list "ca.crt" "tls.crt" "tls.key") (list "ca.crt") .Values.kafka.tls.clientCertificate }}
      - { key: {{ . }}, path: {{ . }} }
      {{- end }}
{{- end }}
{{- if .Values.kafka.sasl.mechanism }}
- { name: kafka-sasl, secret: { secretName: {{ .Values.kafka.sasl.existingSecret }}, items: [{ key: {{ .Values.kafka.sasl.passwordKey }}, path: {{ .Values.kafka.sasl.passwordKey }} }] } }
{{- end }}
{{- end }}

{{- define "sluice.kafkaMounts" -}}
{{- if and .Values.kafka.tls.enabled .Values.kafka.tls.existingSecret }}
- { name: kafka-tls, mountPath: /etc/sluice/kafka-tls, readOnly: true }
{{- end }}
{{- if .Values.kafka.sasl.mechanism }}
- { name: kafka-sasl, mountPath: /etc/sluice/kafka-sasl, readOnly: true }
{{- end }}
{{- end }}

{{/* One login: dict root, who (of .Values.database), variable (DATABASE_URL, DATABASE_READ_URL, DATABASE_OWNER_URL). */}}
{{- define "sluice.databaseEnv" -}}
{{- $login := get .root.Values.database .who }}
{{- $url := required (printf "database.%s.url is needed: postgres://user@host:5432/name, without a password" .who) $login.url }}
{{- if not (regexMatch `^postgres(ql)?://[^:@/]+@.+$` $url) }}
{{- fail (printf "database.%s.url has to be postgres://user@host:5432/name; the password comes from database.%s.existingSecret" .who .who) }}
{{- end }}
- { name: {{ .variable }}, value: {{ $url | quote }} }
{{- if $login.existingSecret }}
- { name: {{ trimSuffix "_URL" .variable }}_PASSWORD_FILE, value: /etc/sluice/database/{{ .who }} }
{{- end }}
{{- end }}

{{/* The passwords of some logins as files with their names: dict root, who (a list). */}}
{{- define "sluice.databaseVolumes" -}}
{{- $root := .root }}
{{- $sources := list }}
{{- range $who := .who }}
{{- with get $root.Values.database $who }}
{{- if .existingSecret }}
{{- $sources = append $sources (dict "secret" (dict "name" .existingSecret "items" (list (dict "key" .passwordKey "path" $who)))) }}
{{- end }}
{{- end }}
{{- end }}
- { name: database, projected: { sources: {{ toJson $sources }} } }
{{- with $root.Values.database.caSecret }}
- { name: database-ca, secret: { secretName: {{ . }}, items: [{ key: ca.crt, path: ca.crt }] } }
{{- end }}
{{- end }}

{{- define "sluice.databaseMounts" -}}
- { name: database, mountPath: /etc/sluice/database, readOnly: true }
{{- if .Values.database.caSecret }}
- { name: database-ca, mountPath: /etc/sluice/database-ca, readOnly: true }
{{- end }}
{{- end }}

{{/* A component's values, over the defaults of all: dict root, component. JSON. */}}
{{- define "sluice.component" -}}
{{- mergeOverwrite (deepCopy .root.Values.defaults) (get .root.Values .component) | toJson }}
{{- end }}

{{/*
  Replicas of a Deployment that an autoscaler scales: none, so that each upgrade leaves them to it. An API server sets a field that a
  release gives up to its default, 1. So the field stays, with the value that it has, while Helm would give it up: in a release that
  is merged by the client always, in one that is applied by the server until the autoscaler has changed it. Without a cluster, as in
  `helm template`, nothing is known of it. Dict: root, name.
*/}}
{{- define "sluice.liveReplicas" -}}
{{- $live := lookup "apps/v1" "Deployment" .root.Release.Namespace .name }}
{{- if $live }}
{{- $applied := false }}{{ $held := false }}
{{- range $live.metadata.managedFields }}
{{- if eq .operation "Apply" }}
{{- $applied = true }}
{{- if hasKey (dig "fieldsV1" "f:spec" dict .) "f:replicas" }}{{ $held = true }}{{ end }}
{{- end }}
{{- end }}
{{- if or $held (not $applied) }}{{ $live.spec.replicas }}{{ end }}
{{- end }}
{{- end }}

{{- define "sluice.projectEnv" -}}
- { name: PROJECT_ID, value: {{ .Values.projectId | quote }} }
{{- end }}

{{/* Whether writers drop anything, and so log in as the owner: for all by `retentionDays`, for projects by the document. */}}
{{- define "sluice.drops" -}}
{{- if or (gt (int .Values.retentionDays) 0) (and .Values.credentials.keyPairsKey .Values.database.owner.url) }}true{{ end }}
{{- end }}

{{- define "sluice.credentialsEnv" -}}
{{- with .Values.credentials }}
{{- if .bearerTokensKey }}
- { name: API_BEARER_TOKEN_FILE, value: /etc/sluice/credentials/{{ .bearerTokensKey }} }
{{- end }}
{{- if .keyPairsKey }}
- { name: API_KEYS_FILE, value: /etc/sluice/credentials/{{ .keyPairsKey }} }
{{- end }}
{{- end }}
{{- end }}

{{/* Where pods of a component go, and before whom: its values. */}}
{{- define "sluice.placement" -}}
terminationGracePeriodSeconds: {{ .terminationGracePeriodSeconds }}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Traces of itself: of gateway, writer, query and standalone. */}}
{{- define "sluice.selfTracesEnv" -}}
{{- with .Values.selfTraces }}{{ if .enabled }}
- { name: SELF_TRACES, value: 'true' }
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ required "selfTraces.endpoint is needed with selfTraces.enabled: http(s)://host:port of a receiver of OTLP" .endpoint | quote }} }
- { name: OTEL_TRACES_SAMPLER, value: traceidratio }
- { name: OTEL_TRACES_SAMPLER_ARG, value: {{ .share | quote }} }
{{- if .existingSecret }}
- { name: OTEL_EXPORTER_OTLP_HEADERS_FILE, value: /etc/sluice/self-traces/{{ .headersKey }} }
{{- end }}
{{- end }}{{ end }}
{{- end }}

{{- define "sluice.selfTracesVolumes" -}}
{{- with .Values.selfTraces }}{{ if and .enabled .existingSecret }}
- { name: self-traces, secret: { secretName: {{ .existingSecret }}, items: [{ key: {{ .headersKey }}, path: {{ .headersKey }} }] } }
{{- end }}{{ end }}
{{- end }}

{{- define "sluice.selfTracesMounts" -}}
{{- with .Values.selfTraces }}{{ if and .enabled .existingSecret }}
- { name: self-traces, mountPath: /etc/sluice/self-traces, readOnly: true }
{{- end }}{{ end }}
{{- end }}

{{/* Of topics that are made or compared. */}}
{{- define "sluice.topicsEnv" -}}
{{- with .Values.kafka.topics }}
- { name: TOPIC_PARTITIONS, value: {{ .partitions | quote }} }
- { name: TOPIC_REPLICATION_FACTOR, value: {{ .replicationFactor | quote }} }
- { name: TOPIC_MIN_IN_SYNC_REPLICAS, value: {{ .minInSyncReplicas | quote }} }
{{- end }}
{{- end }}

{{/* What a writer has of retention and of the disk. */}}
{{- define "sluice.storageEnv" -}}
{{- if gt (int .Values.retentionDays) 0 }}
- { name: RETENTION_DAYS, value: {{ .Values.retentionDays | quote }} }
{{- end }}
{{- with .Values.database.diskSize }}
- { name: DATABASE_DISK_BYTES, value: {{ . | quote }} }
{{- end }}
{{- end }}

{{/* Every setting that the command line has a use for, with the logins of writer, reader and owner: of the toolbox and of `helm test`. */}}
{{- define "sluice.toolEnv" -}}
{{- include "sluice.projectEnv" . }}
{{ include "sluice.kafkaEnv" . | trim }}
{{ include "sluice.topicsEnv" . | trim }}
{{- include "sluice.databaseEnv" (dict "root" . "who" "writer" "variable" "DATABASE_URL") }}
{{- include "sluice.databaseEnv" (dict "root" . "who" "reader" "variable" "DATABASE_READ_URL") }}
{{- if .Values.database.owner.url }}
{{- include "sluice.databaseEnv" (dict "root" . "who" "owner" "variable" "DATABASE_OWNER_URL") }}
{{- end }}
{{- with include "sluice.storageEnv" . | trim }}
{{ . }}
{{- end }}
{{- $query := include "sluice.component" (dict "root" . "component" "query") | fromJson }}
{{- $writer := include "sluice.component" (dict "root" . "component" "writer") | fromJson }}
{{- $extra := list }}
{{- range $query.extraEnv }}{{ if eq .name "READ_CONNECTIONS" }}{{ $extra = append $extra . }}{{ end }}{{ end }}
{{- range $writer.extraEnv }}{{ if ne .name "READ_CONNECTIONS" }}{{ $extra = append $extra . }}{{ end }}{{ end }}
{{- with $extra }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "sluice.toolMounts" -}}
- { name: tmp, mountPath: /tmp }
{{- with include "sluice.kafkaMounts" . | trim }}
{{ . }}
{{- end }}
{{ include "sluice.databaseMounts" . }}
{{- with (include "sluice.component" (dict "root" . "component" "writer") | fromJson).extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "sluice.toolVolumes" -}}
- { name: tmp, emptyDir: { sizeLimit: 64Mi } }
{{- with include "sluice.kafkaVolumes" . | trim }}
{{ . }}
{{- end }}
{{ include "sluice.databaseVolumes" (dict "root" . "who" (list "writer" "reader" "owner")) }}
{{- with (include "sluice.component" (dict "root" . "component" "writer") | fromJson).extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}
