# bash completion for cantrip: the command itself says what may stand there (cantrip complete --help).
_cantrip() {
    local line word kind before head rest=${COMP_LINE:0:COMP_POINT} words=()

    # bash parts words at = and :, which may stand in ours: what no blank parts belongs together.
    for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
        if [[ ! ${words[0]+set} || $rest == [[:blank:]]* ]]; then
            words+=("")
        fi
        rest=${rest#"${rest%%[![:blank:]]*}"}
        [[ ${#word} -le ${#rest} ]] || word=$rest
        words[-1]+=$word
        rest=${rest#"$word"}
    done
    word=${words[-1]}
    # bash replaces what stands behind the last of these.
    head=${word%"${word##*[$COMP_WORDBREAKS]}"}

    COMPREPLY=()
    while IFS= read -r line; do
        if [[ $line == $'\t'* ]]; then
            line=${line#$'\t'}
            kind=${line%%$'\t'*} before=${line#*$'\t'}
            compopt -o filenames
            [[ $kind == files ]] && kind=file || kind=directory
            while IFS= read -r line; do
                line=$before$line
                COMPREPLY+=("${line#"$head"}")
            done < <(compgen -A "$kind" -- "${word#"$before"}")
        else
            line=${line%%$'\t'*}
            [[ $line != *[=:,] ]] || compopt -o nospace
            COMPREPLY+=("${line#"$head"}")
        fi
    done < <("${1/#\~/$HOME}" complete -- "${words[@]:1}" 2>/dev/null)
}
complete -F _cantrip cantrip
