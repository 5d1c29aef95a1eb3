[
  inputs: ["{mix,.formatter}.exs", "{lib,test,bench,examples,config}/**/*.{ex,exs}"]
]
