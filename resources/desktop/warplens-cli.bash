# Completion for warplens-cli: verbs, options and stages as the program itself lists them.
_warplens_cli() {
    local current=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]:-}
    local program=${COMP_WORDS[0]}
    if [ "$COMP_CWORD" = 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "$("$program" --help 2>/dev/null |
            sed -n '/^Subcommands:/,$p' | awk 'NR > 1 && /^  [a-z]/ { print $1 }') --help --version" -- "$current")
    elif [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$("$program" "$verb" --help 2>/dev/null |
            grep -oE '(^|[ ,])--?[A-Za-z][A-Za-z-]*' | tr -d ' ,')" -- "$current")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        case $verb in
            simulate | why | check | measure | stages | host)
                local stages
                mapfile -t stages < <(compgen -W "$("$program" stages 2>/dev/null |
                    grep -oE '[a-z]+/[0-9]{2}-[a-z0-9-]+')" -- "$current")
                COMPREPLY+=("${stages[@]}")
                ;;
        esac
    fi
}
complete -o filenames -F _warplens_cli warplens-cli
