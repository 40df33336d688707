{{- define "billing.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "billing.labels" -}}
app.kubernetes.io/name: billing
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "billing.environment" -}}
- name: PUBLIC_URL
  value: https://{{ .Values.hosts.api }}
- name: BROWSER_URL
  value: https://{{ .Values.hosts.browser }}
- name: CONSOLE_URL
  value: https://{{ .Values.hosts.console }}
- name: TRUST_PROXY
  value: "1"
- name: DRAIN_SECONDS
  value: {{ .Values.drainSeconds | quote }}
{{- range $name, $secret := merge .Values.moreSecrets .Values.secrets }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ $secret.name }}
      key: {{ $secret.key }}
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "billing.container-security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- define "billing.pod-security" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end }}
