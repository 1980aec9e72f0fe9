# Completion of confighub-sync for PowerShell.
Register-ArgumentCompleter -Native -CommandName confighub-sync -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $before = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text } })
    $current = if ($wordToComplete) { $wordToComplete } else { '""' }
    $lines = @(confighub-sync __complete powershell @before $current 2>$null)
    if ($lines.Count -lt 2) { return }
    $lines[1..($lines.Count - 1)] | ForEach-Object {
        $text, $label, $description = $_ -split "`t"
        if (-not $description) { $description = $label }
        [System.Management.Automation.CompletionResult]::new($text, $label, 'ParameterValue', $description)
    }
}
