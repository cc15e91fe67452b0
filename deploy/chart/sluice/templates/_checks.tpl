{{/* The port of an address, as a text. Dict: address, default (the port where the address has none). */}}
{{- define "sluice.port" -}}
{{- $place := regexReplaceAll "[/?].*$" (regexReplaceAll "^[a-z]+://" .address "") "" }}
{{- regexFind ":[0-9]+$" $place | trimPrefix ":" | default .default }}
{{- end }}

{{/*
  Problem of the port of an address, a sentence; empty where there is none. Dict: root, address, what (the value that has it), default
  (the port where the address has none), ports (the name of those that .Values.networkPolicy lets through).
*/}}
{{- define "sluice.portProblem" -}}
{{- $policy := .root.Values.networkPolicy }}
{{- $port := include "sluice.port" . }}
{{- if or (lt (int64 $port) 1) (gt (int64 $port) 65535) }}
{{- printf "%s has the port %s; accepted are 1 to 65535" .what $port }}
{{- else if and $policy.enabled (not (has $port (toStrings (get $policy .ports)))) }}
{{- printf "%s has the port %s, which networkPolicy.%s does not let through (%s): add it there" .what $port .ports (join ", " (get $policy .ports)) }}
{{- end }}
{{- end }}

{{/* Names that a list has more than once, separated by commas. Dict: items, by (the field that names an item). */}}
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
