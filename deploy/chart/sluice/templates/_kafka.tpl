{{- define "sluice.brokers" -}}
{{- $brokers := required "kafka.brokers is needed: host:port of your brokers, separated by commas" . }}
{{- $broker := `(\[[0-9A-Fa-f:.]+\]|[^][\s:,/@]+):[0-9]{1,5}` }}
{{- if not (regexMatch (printf "^%s(,%s)*$" $broker $broker) $brokers) }}
{{- fail "kafka.brokers has to be host:port, separated by commas; an IPv6 address as [::1]:9092" }}
{{- end }}
{{- $brokers }}
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
{{- $isToken := eq .mechanism "oauthbearer" }}
{{- if and $isToken .oauth.tokenFile }}
- { name: KAFKA_OAUTH_TOKEN_FILE, value: {{ .oauth.tokenFile | quote }} }
{{- else }}
{{- $secret := required "kafka.sasl.existingSecret is needed with kafka.sasl.mechanism" .existingSecret }}
{{- $name := ternary "KAFKA_OAUTH_CLIENT_ID" "KAFKA_SASL_USERNAME" $isToken }}
{{- if .username }}
- { name: {{ $name }}, value: {{ .username | quote }} }
{{- else }}
- { name: {{ $name }}, valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ .usernameKey }} } } }
{{- end }}
- { name: {{ ternary "KAFKA_OAUTH_CLIENT_SECRET_FILE" "KAFKA_SASL_PASSWORD_FILE" $isToken }}, value: /etc/sluice/kafka-sasl/{{ .passwordKey }} }
{{- if $isToken }}
- { name: KAFKA_OAUTH_TOKEN_URL, value: {{ .oauth.tokenUrl | quote }} }
{{- end }}
{{- with .oauth.scope }}
- { name: KAFKA_OAUTH_SCOPE, value: {{ . | quote }} }
{{- end }}
{{- end }}
{{- with .oauth.extensions }}
- { name: KAFKA_OAUTH_EXTENSIONS, value: {{ . | quote }} }
{{- end }}
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
{{- if .Values.kafka.sasl.existingSecret }}
- { name: kafka-sasl, secret: { secretName: {{ .Values.kafka.sasl.existingSecret }}, items: [{ key: {{ .Values.kafka.sasl.passwordKey }}, path: {{ .Values.kafka.sasl.passwordKey }} }] } }
{{- end }}
{{- end }}

{{- define "sluice.kafkaMounts" -}}
{{- if and .Values.kafka.tls.enabled .Values.kafka.tls.existingSecret }}
- { name: kafka-tls, mountPath: /etc/sluice/kafka-tls, readOnly: true }
{{- end }}
{{- if .Values.kafka.sasl.existingSecret }}
- { name: kafka-sasl, mountPath: /etc/sluice/kafka-sasl, readOnly: true }
{{- end }}
{{- end }}

{{/* Of topics that are made or compared. */}}
{{- define "sluice.topicsEnv" -}}
{{- with .Values.kafka.topics }}
- { name: TOPIC_PARTITIONS, value: {{ .partitions | quote }} }
- { name: TOPIC_REPLICATION_FACTOR, value: {{ .replicationFactor | quote }} }
- { name: TOPIC_MIN_IN_SYNC_REPLICAS, value: {{ .minInSyncReplicas | quote }} }
{{- end }}
{{- end }}
