# fish completion for cantrip: the command itself says what may stand there (cantrip complete --help).
function __cantrip_complete
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    set -l command $words[1]
    set -e words[1]

    for line in ($command complete -- $words $word 2>/dev/null)
        if not string match -q \t'*' -- $line
            echo $line
            continue
        end
        set -l part (string split \t -- $line)
        set -l name (string sub -s (math 1 + (string length -- "$part[3]")) -- $word)
        if test $part[2] = folders
            set -f paths (__fish_complete_directories $name '')
        else
            set -f paths (__fish_complete_path $name '')
        end
        for path in $paths
            echo $part[3]$path
        end
    end
end
complete -c cantrip -f -a '(__cantrip_complete)'
