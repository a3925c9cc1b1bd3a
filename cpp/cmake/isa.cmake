# Instruction sets. Each gets a whole build of the core and of the Python module: two of them never
# share an object file, so an inline function cannot end up compiled for the wrong one.
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

# The flags that every target of one instruction set shares.
function(bitmeeple_flags target isa)
  target_compile_options(${target} PRIVATE ${BITMEEPLE_FLAGS_${isa}})
  if(MSVC)
    target_compile_options(${target} PRIVATE /fp:strict)
  else()
    target_compile_options(${target} PRIVATE -ffp-contract=off $<$<CONFIG:Release>:-O3>)
    if(BITMEEPLE_DEVELOP)
      target_compile_options(${target} PRIVATE
        -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
    endif()
  endif()
endfunction()
