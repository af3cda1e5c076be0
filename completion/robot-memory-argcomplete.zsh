if (( ! ${+_comps} )); then
  autoload -U +X compinit && compinit
fi
autoload -U +X bashcompinit && bashcompinit

__robot_memory_completion_dir=${0:a:h}
# The script for bash works in zsh too.
source "$__robot_memory_completion_dir/robot-memory-argcomplete.bash"
unset __robot_memory_completion_dir
