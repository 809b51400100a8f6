#compdef cantrip
# zsh completion for cantrip: the command itself says what may stand there (cantrip complete --help).

_cantrip() {
    local line before
    local -a before_it whole open
    local -a paths

    before_it=("${(@Q)words[2,CURRENT-1]}")
    while IFS= read -r line; do
        if [[ $line == $'\t'* ]]; then
            paths+=("${line#$'\t'}")
        elif [[ ${line%%$'\t'*} == *[=:,] ]]; then
            open+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
        else
            whole+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
        fi
    done < <(${(Q)~words[1]} complete -- $before_it "${(Q)PREFIX}" 2>/dev/null)

    _describe -t words word whole -- open -S ''
    for line in $paths; do
        before=${line#*$'\t'}
        compset -P "${(b)before}"
        if [[ $line == folders* ]]; then _files -/; else _files; fi
    done
}

_cantrip "$@"
