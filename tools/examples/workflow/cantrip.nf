// A run in parts by Nextflow:  nextflow run cantrip.nf --n 64 --run 'sim fairytale --games 1000000 --seed 1'
params.n = 8
params.run = 'sim fairytale --games 10000 --seed 1'

process part {
    input: val i
    output: path "${i}.tally"
    script: "cantrip ${params.run} --shard ${i}/${params.n} --tally ${i}.tally"
}

process merge {
    publishDir '.', mode: 'copy'
    input: path tallies
    output: path 'result.txt'
    script: "cantrip merge ${tallies} > result.txt"
}

workflow {
    merge(part(Channel.of(1..params.n)).collect())
}
