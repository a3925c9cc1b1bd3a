# Instruction sets. Each gets a build of the games and a Python module `_core_<isa>` of its own. Code
# for two of them never meets in one shared object, as linkers merge inline functions: only code for
# the baseline, which runs everywhere, is shared.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND NOT MSVC)
  set(isas_default "baseline;v3")
else()
  set(isas_default "baseline")
endif()
set(BITMEEPLE_ISAS "${isas_default}" CACHE STRING "builds to make: baseline, v3 (x86-64-v3)")
if(NOT isas_default MATCHES "v3")
  set(BITMEEPLE_ISAS baseline)  # whatever a preset asks for
endif()
set(BITMEEPLE_FLAGS_baseline "")
set(BITMEEPLE_FLAGS_v3 "-march=x86-64-v3")

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

# The flags that every target of one instruction set shares. A third argument is how far a release
# is optimised, -O3 by default.
function(bitmeeple_flags target isa)
  set(optimise ${ARGN} -O3)
  list(GET optimise 0 optimise)
  target_compile_options(${target} PRIVATE ${BITMEEPLE_FLAGS_${isa}})
  if(MSVC)
    target_compile_options(${target} PRIVATE /fp:strict)
  else()
    target_compile_options(${target} PRIVATE -ffp-contract=off $<$<CONFIG:Release>:${optimise}>)
    if(BITMEEPLE_DEVELOP)
      target_compile_options(${target} PRIVATE
        -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
    endif()
  endif()
endfunction()
