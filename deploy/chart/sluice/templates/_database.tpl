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

{{/* Whether writers drop anything, and so log in as the owner: for all by `retentionDays`, for projects by the document. */}}
{{- define "sluice.drops" -}}
{{- if or (gt (int .Values.retentionDays) 0) (and .Values.credentials.keyPairsKey .Values.database.owner.url) }}true{{ end }}
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
