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

{{/* Services that this release has, without `standalone`: JSON. */}}
{{- define "sluice.services" -}}
{{- $services := list }}
{{- range $service := list "gateway" "writer" "query" }}
{{- if (get $.Values $service).enabled }}{{ $services = append $services $service }}{{ end }}
{{- end }}
{{- toJson $services }}
{{- end }}

{{/* Condition of the toolbox, `true` or empty: it has the logins of writer and query service. */}}
{{- define "sluice.hasToolbox" -}}
{{- if and (not .Values.standalone.enabled) .Values.toolbox.enabled .Values.writer.enabled .Values.query.enabled }}true{{ end }}
{{- end }}

{{/* Dict: root, image (values of one). The digest counts where there is one; `global.imageRegistry` counts above all. */}}
{{- define "sluice.image" -}}
{{- with dig "imageRegistry" "" (default dict .root.Values.global) | default .image.registry }}{{ trimSuffix "/" . }}/{{ end }}
{{- .image.repository }}
{{- if .image.digest }}@{{ .image.digest }}{{ else }}:{{ default .root.Chart.AppVersion .image.tag }}{{ end }}
{{- end }}

{{/* By default the restricted profile of the Pod Security Standards. Dict: root, values (of a component). */}}
{{- define "sluice.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext: {{ toYaml .values.podSecurityContext | nindent 2 }}
{{- with concat .root.Values.imagePullSecrets (dig "imagePullSecrets" list (default dict .root.Values.global)) }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "sluice.serviceAccount" -}}
{{- with .Values.serviceAccount }}{{ .name | default (ternary (include "sluice.fullname" $) "default" .create) }}{{ end }}
{{- end }}

{{/* Service account of jobs, which as hooks start before one of the chart is there. */}}
{{- define "sluice.jobServiceAccount" -}}
{{- if not .Values.serviceAccount.create }}
serviceAccountName: {{ include "sluice.serviceAccount" . }}
{{- end }}
{{- end }}

{{- define "sluice.probes" -}}
# /startupz asks Kafka and Postgres until both have answered once; later outages take no pod out of its Service: packages/http/RATIONALE.md.
startupProbe: { httpGet: { path: /livez, port: admin }, periodSeconds: 2, failureThreshold: 60 }
livenessProbe: { httpGet: { path: /livez, port: admin }, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 }
readinessProbe: { httpGet: { path: /startupz, port: admin }, periodSeconds: 5, timeoutSeconds: 5 }
{{- end }}

{{/* The Secret with the tokens of clients. */}}
{{- define "sluice.credentialsSecret" -}}
{{- required "credentials.existingSecret is needed: a Secret with the tokens of your clients (README.md of the chart)" .Values.credentials.existingSecret }}
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

{{/* Environment from Secrets and ConfigMaps: values of a component. */}}
{{- define "sluice.envFrom" -}}
{{- with .extraEnvFrom }}
envFrom: {{ toYaml . | nindent 2 }}
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

{{/* Address of the gateway for the query service, with its scheme; empty where the release has no gateway and none is named. */}}
{{- define "sluice.gatewayUrl" -}}
{{- if .Values.query.gatewayUrl }}{{ .Values.query.gatewayUrl }}
{{- else if has "gateway" (include "sluice.services" . | fromJsonArray) }}{{ printf "http://%s-gateway:%v" (include "sluice.fullname" .) .Values.gateway.service.port }}
{{- end }}
{{- end }}

{{/* Port on which a listener of OTLP listens in its pod, by protocol. */}}
{{- define "sluice.otlpPorts" -}}
{{- dict "http" 4318 "grpc" 4317 | toJson }}
{{- end }}

{{/* Protocols of the listeners of OTLP that gateway and standalone have: JSON. */}}
{{- define "sluice.otlp" -}}
{{- $protocols := list }}
{{- range $protocol := list "http" "grpc" }}
{{- if (get $.Values.otlp $protocol).enabled }}{{ $protocols = append $protocols $protocol }}{{ end }}
{{- end }}
{{- toJson $protocols }}
{{- end }}

{{- define "sluice.otlpEnv" -}}
{{- $ports := include "sluice.otlpPorts" . | fromJson }}
- { name: OTLP_HTTP_PORT, value: '{{ ternary $ports.http "off" .Values.otlp.http.enabled }}' }
- { name: OTLP_GRPC_PORT, value: '{{ ternary $ports.grpc "off" .Values.otlp.grpc.enabled }}' }
{{- if .Values.otlp.tls.existingSecret }}
- { name: OTLP_TLS_CERT_FILE, value: /etc/sluice/otlp-tls/tls.crt }
- { name: OTLP_TLS_KEY_FILE, value: /etc/sluice/otlp-tls/tls.key }
{{- end }}
{{- end }}

{{- define "sluice.otlpVolumes" -}}
{{- with .Values.otlp.tls.existingSecret }}
- { name: otlp-tls, secret: { secretName: {{ . }}, items: [{ key: tls.crt, path: tls.crt }, { key: tls.key, path: tls.key }] } }
{{- end }}
{{- end }}

{{- define "sluice.otlpMounts" -}}
{{- if .Values.otlp.tls.existingSecret }}
- { name: otlp-tls, mountPath: /etc/sluice/otlp-tls, readOnly: true }
{{- end }}
{{- end }}

{{- define "sluice.otlpContainerPorts" -}}
{{- $ports := include "sluice.otlpPorts" . | fromJson }}
{{- range $protocol := include "sluice.otlp" . | fromJsonArray }}
- { name: otlp-{{ $protocol }}, containerPort: {{ get $ports $protocol }} }
{{- end }}
{{- end }}
